// The words of kerf serve: its options and help.

import { type Command, Option } from 'commander';
import { examples } from './command-words.ts';
import { type ServeFlags, serve } from './commands/serve.ts';
import { exitCodeHelp } from './exit-code.ts';
import type { Terminal, Toolkit } from './toolkit.ts';

export function addServe(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('serve')
    .summary('answer other programs, in any language, by WebSocket or on standard input')
    .description('Answer requests of other programs until Ctrl-C: JSON messages, arrays in binary frames.')
    .option('--stdio', 'a message a line on standard input, answers on standard output; ends with its input')
    .option('--port <n>', 'the port to listen on (default: any that is free, which is printed)')
    .option(
      '--host <address>',
      'the address to listen on; one that other machines reach needs a token (default 127.0.0.1)',
    )
    .addOption(new Option('--token <text>', 'what a client has to show').env('KERF_TOKEN'))
    .option('--origin <origin...>', 'web pages of these origins may connect, as https://example.org (default: none)')
    .option('--files <dir>', 'let clients load meshes from this folder, by paths below it')
    .option('--max-message <mib>', 'largest message, frame or file, MiB (default 64)')
    .option('--max-sessions <n>', 'sessions at once (default 64)')
    .option('--max-memory <mib>', 'what a session may take, about, MiB (default 1024)')
    .option('--schema', "print the messages' JSON Schema, and end")
    .addHelpText(
      'after',
      `
The messages are described in lib/server/README.md of the package. A client says hello first:

  {"id":1,"type":"hello","version":1}

With --token also "token" in it, or a header Authorization: Bearer TOKEN. Who can see this machine's processes can read
a token on a command line; KERF_TOKEN in the environment is taken as well.
${examples(
  'kerf serve --port 7425',
  `echo '{"id":1,"type":"hello","version":1}' | kerf serve --stdio`,
  'KERF_TOKEN=… kerf serve --host 0.0.0.0 --port 7425 --files meshes',
  'kerf serve --schema > protocol.schema.json',
)}
${exitCodeHelp}`,
    )
    .action((flags: ServeFlags) => serve(flags, kit, terminal));
}
