// The words of kerf serve: its options and help.

import type { Command } from 'commander';
import { backendOption, examples } from './command-words.ts';
import { type ServeFlags, serve } from './commands/serve.ts';
import { exitCodeHelp } from './exit-code.ts';
import type { Terminal, Toolkit } from './toolkit.ts';

const meshFileHelp = 'mesh (.stl .ply .obj .vtp .vtk)';

export function addServe(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('serve')
    .summary('answer other programs, in any language, by WebSocket, on standard input or by OpenIGTLink')
    .description('Answer requests of other programs until Ctrl-C: JSON messages, arrays in binary frames.')
    .option('--stdio', 'a message a line on standard input, answers on standard output; ends with its input')
    .option('--port <n>', 'the port to listen on (default: any that is free, which is printed)')
    .option(
      '--host <address>',
      'the address to listen on; one that other machines reach needs a token (default 127.0.0.1)',
    )
    .option('--token <text>', 'what a client has to show (default: KERF_TOKEN of the environment)')
    .option('--origin <origin...>', 'web pages of these origins may connect, as https://example.org (default: none)')
    .option('--files <dir>', 'let clients load meshes from this folder, by paths below it')
    .option('--max-message <mib>', 'largest message, frame or file, MiB (default 64)')
    .option('--max-sessions <n>', 'sessions at once (default 64)')
    .option('--max-memory <mib>', 'what a session may take, about, MiB (default 1024)')
    .option(
      '--igtl <port>',
      'serve OpenIGTLink on this port of 127.0.0.1 instead (usual: 18944), for one bone and tool',
    )
    .option('--igtl-connect <host:port>', 'read the OpenIGTLink server there, a tracker for instance')
    .option('--bone <file>', `of OpenIGTLink: the bone's ${meshFileHelp}`)
    .option('--tool <file>', `of OpenIGTLink: the tool's ${meshFileHelp}`)
    .option('--device <name>', "of OpenIGTLink: the device whose poses are the tool's")
    .option(
      '--frame <frame>',
      "of OpenIGTLink: ras or lps, what the others' coordinates mean (default: the bone's own)",
    )
    .option('--distance <mm>', 'of OpenIGTLink: contact distance (default 0.5)')
    .option('--resolution <mm>', 'of OpenIGTLink: the longest edge of a contact (default 1)')
    .addOption(backendOption(', for OpenIGTLink (default auto)'))
    .option('--schema', "print the messages' JSON Schema, and end")
    .addHelpText(
      'after',
      `
The messages are described in lib/server/protocol/README.md of the package. A client says hello first:

  {"id":1,"type":"hello","version":1}

With --token also "token" in it, or a header Authorization: Bearer TOKEN. Who can see this machine's processes can read
a token on a command line; KERF_TOKEN in the environment is taken as well.

With --igtl, programs such as 3D Slicer and PLUS send where the tool is, and get what it touches. Slicer means RAS, and
keeps files of meshes in LPS: give --frame ras.
${examples(
  'kerf serve --port 7425',
  `echo '{"id":1,"type":"hello","version":1}' | kerf serve --stdio`,
  'KERF_TOKEN=… kerf serve --host 0.0.0.0 --port 7425 --files meshes',
  'kerf serve --schema > protocol.schema.json',
  'kerf serve --igtl 18944 --bone skull.stl --tool saw.stl --device SawToSkull --frame ras',
)}
${exitCodeHelp}`,
    )
    .action((flags: ServeFlags) => serve(flags, kit, terminal));
}
