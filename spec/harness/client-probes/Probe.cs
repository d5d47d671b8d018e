// Requests, one line of JSON each → every answer that the C# client receives, one line of JSON each, arrays as lists.
// Or a surface in Unity's form → the form that kerf takes.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using Kerf;

internal static class Probe
{
    private static void Main(string[] words)
    {
        Console.OutputEncoding = new UTF8Encoding(false);
        Console.InputEncoding = new UTF8Encoding(false);
        if (words[0] == "surface") Surface();
        else Ask(words);
    }

    private static void Ask(string[] words)
    {
        string address = "ws://" + words[0] + ":" + words[1];
        using (KerfClient client = KerfClient.Connect(address, words[2]).GetAwaiter().GetResult())
        {
            for (string line = Console.ReadLine(); line != null; line = Console.ReadLine())
            {
                KerfAnswer request = new KerfAnswer((Dictionary<string, object>)KerfJson.Read(line));
                KerfMembers members = new KerfMembers();
                foreach (KeyValuePair<string, object> member in request.Object("members").Members)
                    members[member.Key] = member.Value;
                foreach (string name in request.Object("arrays").Members.Keys)
                    members[name] = ArrayOf(request.Object("arrays").Object(name));
                try
                {
                    Print(client.Stream(request.Text("type"), members, Print).GetAwaiter().GetResult());
                }
                catch (KerfException error)
                {
                    Show(new Dictionary<string, object> { ["code"] = error.Code, ["message"] = error.Message });
                }
            }
        }
    }

    private static void Surface()
    {
        KerfAnswer given = new KerfAnswer((Dictionary<string, object>)KerfJson.Read(Console.ReadLine()));
        float[] points = Floats(given, "positions");
        int[] triangles = given.List("faces").Select(value => (int)(double)value).ToArray();
        KerfFrame.Surface(points, triangles, Floats(given, "scale"), out double[] positions, out uint[] faces);
        Show(new Dictionary<string, object> { ["positions"] = positions, ["faces"] = faces });
    }

    private static float[] Floats(KerfAnswer given, string name)
    {
        return given.List(name).Select(value => (float)(double)value).ToArray();
    }

    private static Array ArrayOf(KerfAnswer described)
    {
        IEnumerable<double> values = described.List("values").Cast<double>();
        switch (described.Text("type"))
        {
            case "f32": return values.Select(value => (float)value).ToArray();
            case "f64": return values.ToArray();
            case "u8": return values.Select(value => (byte)value).ToArray();
            default: return values.Select(value => (uint)value).ToArray();
        }
    }

    private static void Print(KerfAnswer answer)
    {
        Show(answer.Members.ToDictionary(member => member.Key, member => member.Value));
    }

    private static void Show(Dictionary<string, object> members)
    {
        Console.WriteLine(KerfJson.Write(members));
    }
}
