// What a peer of OpenIGTLink may take of the process: every bound, with its default and its reason.

import { LARGEST_BODY } from '#igtl';
import { FAREWELL, LIMITS } from '../limits.ts';

export interface LinkLimits {
  /** Bytes of a message's body. */
  readonly maxBody: number;
  /** Clients at once; a further one is refused. */
  readonly maxClients: number;
  /** Bytes of replies that may wait for a peer; with more it is dropped. */
  readonly maxUnsent: number;
  /** ms in which a peer must take in what waits for it; otherwise it is dropped. */
  readonly patience: number;
  /** ms without a message to a peer after which it is sent a STATUS. */
  readonly keepAlive: number;
  /** ms for a peer to close its side. */
  readonly farewell: number;
  /** ms before a client's second attempt; each further wait is twice as long. */
  readonly firstWait: number;
  /** ms: the longest wait. */
  readonly longestWait: number;
}

export const LINK_LIMITS: LinkLimits = {
  maxBody: LARGEST_BODY,
  // An operating theatre runs a handful of programs.
  maxClients: 16,
  // An answer of 65,535 contacts has 9 MB.
  maxUnsent: LIMITS.maxUnsent,
  patience: LIMITS.patience,
  keepAlive: 5000,
  farewell: FAREWELL,
  firstWait: 250,
  longestWait: 8000,
};
