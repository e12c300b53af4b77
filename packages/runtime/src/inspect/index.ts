export { cancelOffline, deleteInstance, revokeOffline } from './change-offline.ts';
export { answerHandle, findHandle, handleOutcome } from './handle-answer.ts';
export { isHandleAnswered, listHandles } from './handle-view.ts';
export { inWorkspace } from './workspace-view.ts';
export { workspaceLayout } from '../workspace/layout.ts';
