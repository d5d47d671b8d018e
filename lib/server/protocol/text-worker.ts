// A thread that reads long texts → messages, whose lists of numbers it makes arrays, which are passed on uncopied.

import { serveQuestions, toFailure } from '#workers';
import { listsAsArrays } from './check-request.ts';
import type { ReadText } from './long-texts.ts';
import { type Head, headOf, noText, parseMessage } from './message-head.ts';

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    throw noText();
  }
}

function read(bytes: Uint8Array): ReadText {
  let head: Head = { id: null, type: undefined };
  try {
    const parsed = parseMessage(textOf(bytes));
    head = headOf(parsed);
    return { head, message: listsAsArrays(head.type, parsed) };
  } catch (error) {
    return { head, failure: toFailure(error) };
  }
}

await serveQuestions(() => read);
