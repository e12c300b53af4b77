import { z } from 'zod';

const call = z.looseObject({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});
const chatMessage = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z.unknown().optional(),
  tool_calls: z.array(call).optional(),
  tool_call_id: z.string().optional(),
});
const block = z.looseObject({
  type: z.string(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.unknown().optional(),
  tool_use_id: z.string().optional(),
  text: z.string().optional(),
});
const claudeMessage = z.looseObject({
  role: z.enum(['user', 'assistant']),
  content: z.union([z.string(), z.array(block)]),
});
const item = z.looseObject({
  type: z.string().optional(),
  role: z.string().optional(),
  call_id: z.string().optional(),
  name: z.string().optional(),
  arguments: z.string().optional(),
});

/** A call or a result on the wire, or anything else; where it `closes`, all calls before it must have their results. */
type Piece =
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly args: unknown }
  | { readonly kind: 'result'; readonly id: string }
  | { readonly kind: 'other'; readonly isUser: boolean; readonly closes: boolean };

/** Why the provider would refuse a request with 400; undefined when it takes it. */
export type WireJudge = (body: unknown) => string | undefined;

/** Chat completions, of OpenAI and those like it. */
export const chatProblem: WireJudge = (body) => {
  const { messages } = z.looseObject({ messages: z.array(chatMessage) }).parse(body);
  return judged(
    messages.flatMap((message): Piece[] => {
      if (message.role === 'tool') return [{ kind: 'result', id: message.tool_call_id ?? '' }];
      const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: text } }): Piece => ({
        kind: 'call',
        id,
        name,
        args: parsed(text),
      }));
      return [{ kind: 'other', isUser: message.role === 'user', closes: true }, ...calls];
    }),
  );
};

/** The Responses interface of OpenAI. */
export const responsesProblem: WireJudge = (body) => {
  const { input } = z.looseObject({ input: z.array(item) }).parse(body);
  return judged(
    input.flatMap(({ type, role, call_id: id = '', name = '', arguments: text = '' }): Piece[] => {
      if (type === 'function_call') return [{ kind: 'call', id, name, args: parsed(text) }];
      if (type === 'function_call_output') return [{ kind: 'result', id }];
      return [{ kind: 'other', isUser: role === 'user', closes: role === 'user' }];
    }),
  );
};

/** Anthropic Messages. */
export const claudeProblem: WireJudge = (body) => {
  const { messages } = z.looseObject({ messages: z.array(claudeMessage) }).parse(body);
  if (messages[0]?.role !== 'user') return 'the first message is not of the user';
  const pieces: Piece[] = [];
  for (const { role, content } of messages) {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    if (blocks.length === 0) return `an empty message of ${role}`;
    if (role === 'assistant') pieces.push({ kind: 'other', isUser: false, closes: true });
    // Results stand first in the message after their calls.
    for (const { type, id = '', name = '', input, tool_use_id: resultOf = '', text } of blocks.map(wide)) {
      if (type === 'text' && text === '') return 'an empty text';
      if (type === 'tool_use') pieces.push({ kind: 'call', id, name, args: input });
      else if (type === 'tool_result') pieces.push({ kind: 'result', id: resultOf });
      else pieces.push({ kind: 'other', isUser: role === 'user', closes: role === 'user' });
    }
  }
  return judged(pieces);
};

function wide(value: unknown): z.infer<typeof block> {
  return block.parse(value);
}

function judged(pieces: readonly Piece[]): string | undefined {
  let open: string[] = [];
  let seen = new Set<string>();
  for (const piece of pieces) {
    switch (piece.kind) {
      case 'other':
        if (open.length > 0 && piece.closes) return `no result for ${open.join(', ')}`;
        if (piece.isUser) seen = new Set();
        break;
      case 'call': {
        const { id, name, args } = piece;
        if (!/^[\w-]{1,64}$/.test(id)) return `the id ${JSON.stringify(id)}`;
        if (!/^[\w-]{1,64}$/.test(name)) return `the name ${JSON.stringify(name)}`;
        if (typeof args !== 'object' || args === null || Array.isArray(args))
          return `arguments of ${id} that are no object`;
        if (seen.has(id)) return `the id ${id} twice in one turn`;
        seen.add(id);
        open = [...open, id];
        break;
      }
      case 'result':
        if (!open.includes(piece.id)) return `a result for ${piece.id}, which is no open call`;
        open = open.filter((other) => other !== piece.id);
    }
  }
  return open.length === 0 ? undefined : `no result for ${open.join(', ')} at the end`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
