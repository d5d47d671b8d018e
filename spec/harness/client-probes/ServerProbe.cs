// A command → a server started by it: its address, and that it answers a client; ended when standard input says so. Or the
// sentence that says why there is none.

using System;
using Kerf;

internal static class ServerProbe
{
    private static void Main(string[] words)
    {
        try
        {
            using (KerfServer server = KerfServer.Start(words[0]).GetAwaiter().GetResult())
            using (KerfClient client = KerfClient.Connect(server.Address).GetAwaiter().GetResult())
            {
                KerfAnswer pong = client.Ask("ping").GetAwaiter().GetResult();
                Console.WriteLine(server.Address + (pong.Flag("ok") && server.IsRunning ? " hello" : ""));
                Console.ReadLine();
                server.Dispose();
                if (server.IsRunning) Environment.Exit(1);
            }
        }
        catch (KerfException error)
        {
            Console.WriteLine(error.Code + ": " + error.Message);
        }
    }
}
