// Where a tool, a bone and a point are in Unity's world, a line of JSON each → what the client makes of them by Unity's
// own types, a line each: the pose, the point's way back to the world, the pose's way back.

using System;
using System.Collections.Generic;
using System.Linq;
using Kerf;
using UnityEngine;

internal static class FrameProbe
{
    private static void Main()
    {
        for (string line = Console.ReadLine(); line != null; line = Console.ReadLine())
        {
            KerfAnswer given = new KerfAnswer((Dictionary<string, object>)KerfJson.Read(line));
            Transform bone = Placed(given, "bone");
            Transform tool = Placed(given, "tool");
            double[] pose = KerfFrame.Pose(tool, bone);
            double[] points = given.List("points").Select(value => (double)value).ToArray();
            KerfFrame.WorldPose(pose, bone, out Vector3 position, out Quaternion rotation);
            Console.WriteLine(KerfJson.Write(new Dictionary<string, object>
            {
                ["pose"] = pose,
                ["point"] = Listed(KerfFrame.WorldPoint(points, 1, bone)),
                ["direction"] = Listed(KerfFrame.WorldDirection(points, 1, bone)),
                ["position"] = Listed(position),
                ["rotation"] = new double[] { rotation.x, rotation.y, rotation.z, rotation.w },
            }));
        }
    }

    private static Transform Placed(KerfAnswer given, string name)
    {
        float[] p = given.List(name).Select(value => (float)(double)value).ToArray();
        return new Transform { position = new Vector3(p[0], p[1], p[2]), rotation = new Quaternion(p[3], p[4], p[5], p[6]) };
    }

    private static double[] Listed(Vector3 a)
    {
        return new double[] { a.x, a.y, a.z };
    }
}
