import { wrapperBuild } from './tools/wrapper-build.ts';

export default wrapperBuild('chatelier', 'src/apps/loader/element.ts');
