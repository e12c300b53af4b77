import type { JsonValue, Message } from '@goondan/core';
import { isRecord } from '@goondan/core/basics';
import type { AgentJournal } from '../engine/local/agent-journal.ts';
import { workdirKey } from '../engine/local/journal-records.ts';
import type { Address } from '../engine/turn-context.ts';
import { Conversation } from '../turn/conversation.ts';

/** A turn of an instance that has not ended. */
interface OpenTurnView {
  readonly turnId: string;
  readonly type: string;
  /** ISO 8601. */
  readonly acceptedAt: string;
  readonly isBegun: boolean;
  /** Why it is to end, when somebody cancelled it. */
  readonly cancelReason?: string;
}

/** All that is known of one instance. */
export interface InstanceDetail extends Address {
  /** The folder it was given to work in; none where that is its own. */
  readonly workdir?: string;
  readonly messages: readonly Message[];
  readonly openTurns: readonly OpenTurnView[];
  /** Turn ids in the order they ended, while they are kept. */
  readonly finishedTurns: readonly string[];
  /** What each extension keeps: its keys, not its values. */
  readonly extensionState: Readonly<Record<string, readonly string[]>>;
}

/** What an instance's records come to. */
export async function instanceDetail(
  journal: AgentJournal,
  instanceKey: string,
): Promise<Omit<InstanceDetail, keyof Address>> {
  const { open, finished } = journal.turnsOf(instanceKey);
  const values = await journal.stateOf(instanceKey);
  const workdir = values.get(workdirKey);
  return {
    ...(typeof workdir === 'string' ? { workdir } : {}),
    messages: await messagesIn(values),
    openTurns: Array.from(open.values(), ({ turnId, event, acceptedAt, cancelReason }) => ({
      turnId,
      type: event.type,
      acceptedAt: new Date(acceptedAt).toISOString(),
      isBegun: journal.isBegun(turnId),
      ...(cancelReason === undefined ? {} : { cancelReason }),
    })),
    finishedTurns: [...finished.keys()],
    extensionState: extensionKeysIn(values),
  };
}

/** How many messages the conversation of an instance has. */
export async function messageCount(journal: AgentJournal, instanceKey: string): Promise<number> {
  return (await messagesIn(await journal.stateOf(instanceKey))).length;
}

/** The conversation that an instance's values hold. */
export async function messagesIn(values: ReadonlyMap<string, JsonValue>): Promise<readonly Message[]> {
  const { baseMessages } = await Conversation.load({
    get: async (key, reader) => {
      const value = values.get(key);
      return value === undefined ? undefined : reader.parse(value);
    },
  });
  return baseMessages;
}

/** What each extension keeps in an instance's values: its keys. */
export function extensionKeysIn(values: ReadonlyMap<string, JsonValue>): Record<string, readonly string[]> {
  const extensions = values.get('extensions');
  if (!isRecord(extensions)) return {};
  const keys: Record<string, readonly string[]> = {};
  for (const [extension, own] of Object.entries(extensions))
    keys[extension] = isRecord(own) ? Object.keys(own) : [];
  return keys;
}
