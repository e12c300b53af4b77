export { createScriptedModel } from './scripted/scripted-model.ts';
export { scriptSchema, type Script } from './scripted/script.ts';
