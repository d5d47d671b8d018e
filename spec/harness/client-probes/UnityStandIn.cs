// Unity's types, as far as the client and its sample use them, so that both can be compiled without Unity, and the
// client's frames run: vectors and quaternions as Unity defines them, in floats. Drawing and logging do nothing.

using System;

namespace UnityEngine
{
    public struct Vector3
    {
        public float x, y, z;

        public Vector3(float x, float y, float z)
        {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        public float this[int k]
        {
            get { return k == 0 ? x : k == 1 ? y : z; }
        }

        public static Vector3 operator +(Vector3 a, Vector3 b)
        {
            return new Vector3(a.x + b.x, a.y + b.y, a.z + b.z);
        }

        public static Vector3 operator -(Vector3 a, Vector3 b)
        {
            return new Vector3(a.x - b.x, a.y - b.y, a.z - b.z);
        }

        public static Vector3 operator *(float s, Vector3 a)
        {
            return new Vector3(s * a.x, s * a.y, s * a.z);
        }
    }

    public struct Quaternion
    {
        public float x, y, z, w;

        public Quaternion(float x, float y, float z, float w)
        {
            this.x = x;
            this.y = y;
            this.z = z;
            this.w = w;
        }

        public static Quaternion Inverse(Quaternion q)
        {
            return new Quaternion(-q.x, -q.y, -q.z, q.w);
        }

        /// <summary>Its z axis is forward, its x axis up × forward, in a left-handed frame.</summary>
        public static Quaternion LookRotation(Vector3 forward, Vector3 up)
        {
            Vector3 f = Unit(forward);
            Vector3 r = Unit(Cross(up, f));
            Vector3 u = Cross(f, r);
            // The largest of the four components first, so that no difference is small.
            float trace = r.x + u.y + f.z;
            float[] squares = { 1 + 2 * r.x - trace, 1 + 2 * u.y - trace, 1 + 2 * f.z - trace, 1 + trace };
            int most = Array.IndexOf(squares, Math.Max(Math.Max(squares[0], squares[1]), Math.Max(squares[2], squares[3])));
            float d = 2 * (float)Math.Sqrt(squares[most]);
            float xy = r.y + u.x, yz = u.z + f.y, zx = f.x + r.z;
            float wx = u.z - f.y, wy = f.x - r.z, wz = r.y - u.x;
            float own = d / 4;
            if (most == 0) return new Quaternion(own, xy / d, zx / d, wx / d);
            if (most == 1) return new Quaternion(xy / d, own, yz / d, wy / d);
            if (most == 2) return new Quaternion(zx / d, yz / d, own, wz / d);
            return new Quaternion(wx / d, wy / d, wz / d, own);
        }

        public static Quaternion operator *(Quaternion p, Quaternion q)
        {
            return new Quaternion(
                p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
                p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
                p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w,
                p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z);
        }

        public static Vector3 operator *(Quaternion q, Vector3 p)
        {
            Quaternion turned = q * new Quaternion(p.x, p.y, p.z, 0) * Inverse(q);
            return new Vector3(turned.x, turned.y, turned.z);
        }

        private static Vector3 Cross(Vector3 a, Vector3 b)
        {
            return new Vector3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
        }

        private static Vector3 Unit(Vector3 a)
        {
            return 1 / (float)Math.Sqrt(a.x * a.x + a.y * a.y + a.z * a.z) * a;
        }
    }

    public class Object
    {
    }

    public class Component : Object
    {
        public Transform transform { get; set; }
    }

    public class Transform : Component
    {
        public Vector3 position { get; set; }
        public Quaternion rotation { get; set; }
        public Vector3 lossyScale { get; set; }
    }

    public class Mesh : Object
    {
        public Vector3[] vertices { get; set; }
        public int[] triangles { get; set; }
    }

    public class MeshFilter : Component
    {
        public Mesh sharedMesh { get; set; }
    }

    public class MonoBehaviour : Component
    {
    }

    public static class Application
    {
        public static event Action quitting
        {
            add { }
            remove { }
        }
    }

    public static class Debug
    {
        public static void DrawRay(Vector3 from, Vector3 along)
        {
        }

        public static void LogError(object message)
        {
        }

        public static void LogWarning(object message)
        {
        }
    }
}
