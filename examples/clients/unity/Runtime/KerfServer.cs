// A command such as `npx --no kerf` → a kerf serve of this program's own, which ends with it. C# 7, no packages.
//
//   KerfServer server = await KerfServer.Start("kerf");
//   KerfClient kerf = await KerfClient.Connect(server.Address);
//
// .NET's Process is needed: an editor and a player with Mono have it. Where it is missing (IL2CPP), run kerf serve
// yourself and connect to it.

using System;
using System.Diagnostics;
using System.IO;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading.Tasks;

namespace Kerf
{
    /// <summary>
    /// A running kerf serve. Its standard input is a pipe from this program, and it ends when that does: by Dispose, at
    /// the application's end, and even if this program crashes.
    /// </summary>
    public sealed class KerfServer : IDisposable
    {
        /// <summary>How long it may take to listen, ms.</summary>
        private const int Patience = 60000;
        /// <summary>How long it may take to end, ms.</summary>
        private const int Grace = 5000;
        private static readonly Regex Listens = new Regex(@"^kerf serve: (ws://\S+)$");

        private readonly Process process;
        private readonly StringBuilder said = new StringBuilder();
        private bool isDisposed;

        /// <summary>What KerfClient.Connect takes, such as ws://127.0.0.1:7425.</summary>
        public string Address { get; private set; }

        private KerfServer(Process process)
        {
            this.process = process;
        }

        public bool IsRunning
        {
            get { return !isDisposed && !process.HasExited; }
        }

        /// <summary>What it wrote to standard error so far.</summary>
        public string Said
        {
            get
            {
                lock (said) return said.ToString();
            }
        }

        /// <summary>Returns once the server listens; a KerfException says why it does not.</summary>
        /// <param name="command">Program and arguments; a path with blanks is put in double quotes.</param>
        /// <param name="options">Of kerf serve, such as --files and a folder.</param>
        public static async Task<KerfServer> Start(string command = "npx --no kerf", string options = "")
        {
            KerfServer server = new KerfServer(new Process { StartInfo = StartInfo(command, options) });
            server.process.ErrorDataReceived += server.Hear;
            try
            {
                server.process.Start();
            }
            catch (Exception error)
            {
                throw new KerfException(
                    "NO_COMMAND",
                    "\"" + command + "\" cannot be started (" + error.Message
                        + "); install Node.js and kerf, or name what starts kerf here.");
            }
            server.process.BeginErrorReadLine();
            Task<string> line = server.process.StandardOutput.ReadLineAsync();
            await Task.WhenAny(line, Task.Delay(Patience)).ConfigureAwait(false);
            string printed = line.IsCompleted && !line.IsFaulted ? line.Result ?? "" : "";
            Match match = Listens.Match(printed);
            if (!match.Success)
            {
                // What it wrote to standard error is complete when it has ended.
                server.Dispose();
                string last = LastLine(server.Said);
                string why = last != "" ? last : printed != "" ? printed : "it said nothing";
                throw new KerfException("NO_SERVER", "\"" + command + " serve\" has not started: " + why);
            }
            server.Address = match.Groups[1].Value;
#if UNITY_5_3_OR_NEWER
            UnityEngine.Application.quitting += server.Dispose;
#endif
            return server;
        }

        /// <summary>Ends it. It may be called twice.</summary>
        public void Dispose()
        {
            if (isDisposed) return;
            isDisposed = true;
#if UNITY_5_3_OR_NEWER
            UnityEngine.Application.quitting -= Dispose;
#endif
            try
            {
                process.StandardInput.Close();
            }
            catch (IOException)
            {
                // It has ended already.
            }
            if (!process.WaitForExit(Grace)) process.Kill();
            // Until its standard error is read to the end as well.
            process.WaitForExit();
            process.Dispose();
        }

        private static ProcessStartInfo StartInfo(string command, string options)
        {
            string arguments = "serve --port 0 --until-input-ends " + options;
            bool isWindows = Environment.OSVersion.Platform == PlatformID.Win32NT;
            // On Windows npm's commands are .cmd files, which only its shell finds and runs.
            string words = command.Trim();
            int end = words.StartsWith("\"") ? words.IndexOf('"', 1) + 1 : words.IndexOf(' ');
            if (end <= 0) end = words.Length;
            string program = words.Substring(0, end).Trim('"');
            string rest = words.Substring(end) + " " + arguments;
            return new ProcessStartInfo
            {
                FileName = isWindows ? "cmd.exe" : program,
                Arguments = isWindows ? "/d /s /c \"" + words + " " + arguments + "\"" : rest.Trim(),
                UseShellExecute = false,
                CreateNoWindow = true,
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            };
        }

        private void Hear(object sender, DataReceivedEventArgs line)
        {
            if (line.Data == null) return;
            lock (said) said.AppendLine(line.Data);
        }

        private static string LastLine(string text)
        {
            string[] lines = text.Trim().Split('\n');
            return lines[lines.Length - 1].Trim();
        }
    }
}
