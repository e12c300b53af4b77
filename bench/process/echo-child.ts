/** A child that does nothing but answer: asked, it requests; requested, it answers; answered, it says so. */
process.on('message', (message: { kind: string }) => {
  const answers: Record<string, string> = { ask: 'request', request: 'answer', answer: 'done' };
  process.send?.({ kind: answers[message.kind] });
});
process.send?.({ kind: 'ready' });
