import { wrapperBuild } from './tools/wrapper-build.ts';

export default wrapperBuild('react', 'src/apps/loader/react.ts');
