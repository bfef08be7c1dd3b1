import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const modules = join(import.meta.dirname, '../../../node_modules');

/**
 * React as a page without a bundler would have it: CommonJS files in a small loader of their own. The page
 * waits for `window.reactReady`, which brings `React`, `createRoot` and the wrapper `ChatelierAgent` that
 * `origin` serves. The development build mounts everything twice in strict mode.
 */
export function reactScript(origin: string, build: 'production' | 'development'): string {
  const file = (path: string) =>
    JSON.stringify(readFileSync(join(modules, path), 'utf8')).replace(/</g, '\\u003c');
  return `<script type="module">
const sources={react:${file(`react/cjs/react.${build}.js`)},scheduler:${file(`scheduler/cjs/scheduler.${build}.js`)},'react-dom':${file(`react-dom/cjs/react-dom.${build}.js`)},client:${file(`react-dom/cjs/react-dom-client.${build}.js`)}};
const made={};
const require=(name)=>made[name]??=(()=>{const module={exports:{}};new Function('require','module','exports','process',sources[name])(require,module,module.exports,{env:{NODE_ENV:'${build}'}});return module.exports})();
const React=window.React=require('react');const {createRoot}=require('client');
const shim=URL.createObjectURL(new Blob(['export const {createElement,useEffect,useRef}=window.React'],{type:'text/javascript'}));
window.reactReady=fetch('${origin}/embed/react.mjs').then((answer)=>answer.text()).then((text)=>import(URL.createObjectURL(new Blob([text.replace(/from\\s*["']react["']/,()=>'from "'+shim+'"')],{type:'text/javascript'})))).then(({ChatelierAgent})=>({React,createRoot,ChatelierAgent}));
</script>`;
}
