import { GoondanError, type JsonValue } from '@goondan/core';
import { Ledger } from '../ledger.ts';
import type { CampaignFolder } from '../turn/evidence.ts';
import { endOf, eventOf, witnessEvent } from '../process/events.ts';
import type { End } from '../process/evidence.ts';
import { addressOf, jobResult, placeOf, slots, type Place } from '../process/load.ts';
import type { AnyServer } from './any-server.ts';
import type { Recovery } from './recovery.ts';

/** Events an instance is given before it has answered the first of them. */
const mostOpen = 2;
/** A turn that takes longer is asked for at another server. */
const patienceMs = 20_000;
/** Once nothing is killed or handed in any more, what follows from all of it has ended by then, or hangs. */
const drainLimitMs = 60_000;

interface AcceptedPlace extends Place {
  readonly turnId: string;
}

/** Hands events in, writes down what the cluster acknowledges, and ends the jobs that turns leave pending. */
export class ClusterLoad {
  readonly #server: AnyServer;
  readonly #ledger: Ledger;
  readonly #problems: Ledger;
  readonly #recovery: Pick<Recovery, 'opened' | 'ended'>;
  readonly #accepted: AcceptedPlace[] = [];
  #isEnding = false;
  #failure: string | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(options: {
    readonly server: AnyServer;
    readonly folder: CampaignFolder;
    readonly recovery: Pick<Recovery, 'opened' | 'ended'>;
  }) {
    this.#server = options.server;
    this.#ledger = new Ledger(options.folder.acknowledged);
    this.#problems = new Ledger(options.folder.problems);
    this.#recovery = options.recovery;
  }

  /** Begins to hand in. */
  start(): void {
    this.#running = Promise.all(slots.map((slot) => this.#feed(slot)));
    this.#running.catch((thrown: unknown) => {
      this.#failure = `The load ended: ${String(thrown)}`;
    });
  }

  /** What could not be handed in, or ended in a way that nobody expects. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Takes in nothing new, waits for every outcome and for all that follows, and asks for every outcome and conversation again. */
  async drain(): Promise<void> {
    this.#isEnding = true;
    await this.#running;
    const until = Date.now() + drainLimitMs;
    for (;;) {
      const open = await this.#server.ask((engine) => engine.openTurns());
      if (open.length === 0) break;
      if (Date.now() > until) {
        this.#problem(
          `${open.length} turns are open ${drainLimitMs} ms after all that was handed in has ended.`,
        );
        return;
      }
      await Bun.sleep(100);
    }
    const instances = Map.groupBy(this.#accepted, ({ instanceKey }) => instanceKey);
    await Promise.all(Array.from(instances, ([key, turns]) => this.#askAgain(key, turns)));
    const left = await this.#server.ask((engine) => engine.openTurns());
    if (left.length > 0) this.#problem(`${left.length} turns are open though every one has its outcome.`);
  }

  async #feed(slot: string): Promise<void> {
    const open: Promise<void>[] = [];
    for (let number = 0; !this.#isEnding; number += 1) {
      const place = placeOf(slot, number);
      const { turnId } = await this.#server.ask((engine) =>
        engine.send(addressOf(place.instanceKey), eventOf(place)),
      );
      this.#ledger.write({ kind: 'accepted', ...place, turnId });
      this.#accepted.push({ ...place, turnId });
      this.#recovery.opened(turnId);
      open.push(this.#watch({ ...place, turnId }));
      while (open.length >= mostOpen) await open.shift();
    }
    await Promise.all(open);
  }

  async #watch(place: AcceptedPlace): Promise<void> {
    const end = await this.#outcome('outcome', place);
    this.#recovery.ended(place.turnId);
    await this.#completeJobs(end);
  }

  /** The same event again: it is the same turn, done or not. */
  async #outcome(kind: End['kind'], place: AcceptedPlace): Promise<End> {
    const outcome = await this.#server.ask((engine) =>
      engine.request(addressOf(place.instanceKey), eventOf(place), { timeoutMs: patienceMs }),
    );
    if (outcome.turnId !== place.turnId)
      this.#problem(`The event of turn ${place.turnId} became ${outcome.turnId}, too.`);
    const end = endOf(kind, outcome);
    this.#ledger.write(end);
    return end;
  }

  async #askAgain(instanceKey: string, turns: readonly AcceptedPlace[]): Promise<void> {
    await this.#server.ask((engine) =>
      engine.request(addressOf(instanceKey), witnessEvent(instanceKey), { timeoutMs: patienceMs }),
    );
    for (const turn of turns) await this.#outcome('retold', turn);
  }

  /** The outside world, where jobs end. */
  async #completeJobs({ calls }: Pick<End, 'calls'>): Promise<void> {
    for (const { name, handle } of calls) {
      if (name !== 'acts__job' || handle === undefined) continue;
      await completeOnce(this.#server, handle, jobResult(handle));
      this.#ledger.write({ kind: 'completed', handle });
    }
  }

  #problem(problem: string): void {
    this.#problems.write({ problem });
  }
}

/** Completes a handle, also where an earlier try was taken in by a server that was killed before it could say so. */
export async function completeOnce(server: AnyServer, handle: string, outcome: JsonValue): Promise<void> {
  try {
    await server.ask((engine) => engine.complete(handle, outcome));
  } catch (thrown) {
    if (!(thrown instanceof GoondanError) || thrown.code !== 'E_HANDLE_COMPLETED') throw thrown;
  }
}
