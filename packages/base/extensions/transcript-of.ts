import type { CoreMessage, Message } from '@goondan/core';

/** A conversation as plain text for a model to summarise; of long parts the head and the tail. */
export function transcriptOf(messages: readonly Message[], longestPart: number): string {
  return messages.map(({ data }) => linesOf(data, longestPart).join('\n')).join('\n\n');
}

function linesOf(message: CoreMessage, longest: number): string[] {
  const { role, content } = message;
  if (typeof content === 'string') return [`${role}: ${middleOut(content, longest)}`];
  return content.map((part) => {
    switch (part.type) {
      case 'text':
        return `${role}: ${middleOut(part.text, longest)}`;
      case 'tool-call':
        return `${role} called ${part.toolName} with ${middleOut(JSON.stringify(part.input) ?? '', longest)}`;
      case 'tool-result':
        return `${part.toolName} answered ${middleOut(JSON.stringify(part.output), longest)}`;
      case 'reasoning':
        return `${role} thought: ${middleOut(part.text, longest)}`;
      default:
        return `${role} gave a ${part.type}`;
    }
  });
}

function middleOut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const half = Math.floor(longest / 2);
  return `${text.slice(0, half).toWellFormed()} … ${text.slice(-half).toWellFormed()}`;
}
