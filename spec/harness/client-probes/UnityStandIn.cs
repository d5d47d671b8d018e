// Unity's types, as far as the client and its sample use them: signatures alone, so that both can be compiled without
// Unity. Nothing here is run.

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

        public static Quaternion Inverse(Quaternion q)
        {
            throw new NotSupportedException();
        }

        public static Quaternion LookRotation(Vector3 forward, Vector3 up)
        {
            throw new NotSupportedException();
        }

        public static Quaternion operator *(Quaternion a, Quaternion b)
        {
            throw new NotSupportedException();
        }

        public static Vector3 operator *(Quaternion q, Vector3 p)
        {
            throw new NotSupportedException();
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
