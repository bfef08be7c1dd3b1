import { wrapperBuild } from './tools/wrapper-build.ts';

export default wrapperBuild('react', 'src/apps/loader/react.ts', 'src/apps/loader/react-types.d.ts');
