/** The names by which checks and subtraction find their contestants; the others are named where they are made. */
export const names = {
  floor: 'floor',
  ours: 'ours, 0 middlewares',
  oursWithMiddleware: 'ours, 3 middlewares',
  oursManyRegistered: 'ours, 10,000 registered',
  catalogFromFew: 'catalog of 10 from 10',
  catalogFromMost: 'catalog of 10 from 100,000',
  aiSdkLoop: 'AI SDK loop, 2 steps with the call',
  aiSdkStepWithCall: 'AI SDK, 1 step with the call',
  aiSdkStepWithoutCall: 'AI SDK, 1 step without a call',
  aiSdkCallAlone: 'AI SDK, the call alone (difference)',
  langGraph: 'LangGraph ToolNode',
} as const;
