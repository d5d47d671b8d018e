// A bone and a tool of the scene → rays where they touch, and the smallest distance, while the tool moves.
//
// Both objects need a MeshFilter whose mesh is readable (Read/Write in the import settings).

using System;
using System.Threading.Tasks;
using Kerf;
using UnityEngine;

public sealed class BoneContact : MonoBehaviour
{
    public MeshFilter bone;
    public MeshFilter tool;
    /// <summary>Starts kerf; if it is empty, `address` is used.</summary>
    public string command = "npx --no kerf";
    public string address = "ws://127.0.0.1:7425";
    /// <summary>m: the console has a warning within it.</summary>
    public float warnWithin = 0.002f;

    /// <summary>Smallest distance between the surfaces, m; 0 if they meet, NaN before the first answer.</summary>
    public float Distance { get; private set; } = float.NaN;
    /// <summary>separated, near, intersecting or enclosed; null before the first answer.</summary>
    public string State { get; private set; }

    private KerfServer server;
    private KerfClient kerf;
    private bool isReady;
    /// <summary>The level of the last warning; the console gets each once.</summary>
    private string warned;

    private async void Start()
    {
        try
        {
            if (command != "")
            {
                KerfServer started = await KerfServer.Start(command);
                // The object may be gone by now.
                if (this == null)
                {
                    started.Dispose();
                    return;
                }
                server = started;
            }
            kerf = await KerfClient.Connect(server == null ? address : server.Address);
            await Load("bone", bone);
            await Load("tool", tool);
            await kerf.Ask("detector", new KerfMembers
            {
                ["detector"] = "d", ["bone"] = "bone", ["tool"] = "tool",
                ["contactDistance"] = 0.5, ["resolution"] = 1,
            });
            if (this == null) OnDestroy();
            else isReady = true;
        }
        catch (Exception error)
        {
            Report(error);
        }
    }

    private Task<KerfAnswer> Load(string name, MeshFilter filter)
    {
        KerfFrame.Surface(filter, out double[] positions, out uint[] faces);
        return kerf.Ask("load", new KerfMembers { ["mesh"] = name, ["positions"] = positions, ["faces"] = faces });
    }

    private async void Update()
    {
        if (!isReady) return;
        // One query at a time, and the next one has the newest pose.
        isReady = false;
        try
        {
            double[] pose = KerfFrame.Pose(tool.transform, bone.transform);
            Task<KerfAnswer> near = kerf.Ask("distance", new KerfMembers { ["detector"] = "d", ["pose"] = pose });
            KerfAnswer report = await kerf.Ask("report", new KerfMembers { ["detector"] = "d", ["pose"] = pose });
            double millimetres = (await near).Number("distance");
            // Unity returns to its own thread after an await; the object may be gone by then.
            if (this == null) return;
            State = report.Text("state");
            Distance = (float)(millimetres / 1000);
            Show(report);
            isReady = true;
        }
        catch (Exception error)
        {
            Report(error);
        }
    }

    private void Show(KerfAnswer report)
    {
        double[] points = report.Array<double>("contacts.point");
        double[] normals = report.Array<double>("contacts.normal");
        for (int row = 0; 3 * row < points.Length; row++)
            Debug.DrawRay(
                KerfFrame.WorldPoint(points, row, bone.transform),
                0.002f * KerfFrame.WorldDirection(normals, row, bone.transform));
        bool isBreach = State == "intersecting" || State == "enclosed";
        string level = isBreach ? "BREACH: " + State : Distance <= warnWithin ? "Near the bone" : null;
        if (level != null && level != warned) Debug.LogWarning(level + ", " + 1000 * Distance + " mm from its surface");
        warned = level;
    }

    private static void Report(Exception error)
    {
        KerfException refusal = error as KerfException;
        Debug.LogError(refusal == null ? error.Message : refusal.Code + ": " + refusal.Message);
    }

    private void OnDestroy()
    {
        kerf?.Dispose();
        server?.Dispose();
    }
}
