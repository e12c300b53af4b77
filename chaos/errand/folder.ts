import { join } from 'node:path';
import { campaignFolder, type CampaignFolder } from '../turn/evidence.ts';

/** Where a scenario of errands keeps what it works with. */
export interface ErrandFolder extends CampaignFolder {
  readonly root: string;
  /** What the worker is to do. */
  readonly orders: string;
  /** Once it is there the worker takes in nothing new. */
  readonly stop: string;
}

/** The files below one folder; the state may lie elsewhere. */
export function errandFolder(root: string, state = join(root, 'state')): ErrandFolder {
  return {
    ...campaignFolder(root),
    root,
    state,
    orders: join(root, 'orders.json'),
    stop: join(root, 'stop'),
  };
}
