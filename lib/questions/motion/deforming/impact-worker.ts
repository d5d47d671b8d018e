// A worker: a surface and the tree over it, then shares of its steps → their impacts.

import { serveQuestions } from '#workers';
import { shareAnswerer } from './impact-shares.ts';

void serveQuestions(shareAnswerer);
