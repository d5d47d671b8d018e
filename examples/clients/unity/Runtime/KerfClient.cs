// A client of kerf serve, for Unity and for any other .NET: C# 7, nothing to install.
//
//   KerfClient kerf = await KerfClient.Connect("ws://127.0.0.1:7425");
//   await kerf.Ask("load", new KerfMembers { ["mesh"] = "bone", ["positions"] = positions, ["faces"] = faces });
//   KerfAnswer answer = await kerf.Ask("distance", new KerfMembers { ["detector"] = "d", ["pose"] = pose });
//   double gap = answer.Number("distance");
//
// A request is a type and members; members that are float[], double[], byte[] or uint[] go in a binary frame.
// lib/server/protocol/README.md lists all requests. All is in millimetres and right-handed there: KerfFrame converts.
// ClientWebSocket does not exist in Unity's WebGL player.

using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Net.WebSockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Kerf
{
    /// <summary>A refusal by the server, with its code, or a failure of the connection: CONNECTION.</summary>
    public sealed class KerfException : Exception
    {
        public readonly string Code;

        public KerfException(string code, string message) : base(message)
        {
            Code = code;
        }
    }

    /// <summary>The members of a request by name: text, bool, numbers, arrays, or members again.</summary>
    public sealed class KerfMembers : Dictionary<string, object>
    {
    }

    /// <summary>An answer, or an object inside one.</summary>
    public sealed class KerfAnswer
    {
        private readonly Dictionary<string, object> members;

        public KerfAnswer(Dictionary<string, object> members)
        {
            this.members = members;
        }

        /// <summary>All members; arrays are float[], double[], byte[] or uint[].</summary>
        public IReadOnlyDictionary<string, object> Members
        {
            get { return members; }
        }

        /// <summary>Whether it has a member of that name that is not null.</summary>
        public bool Has(string name)
        {
            return members.TryGetValue(name, out object value) && value != null;
        }

        public string Text(string name)
        {
            return Member<string>(name);
        }

        public bool Flag(string name)
        {
            return Member<bool>(name);
        }

        /// <summary>A number; non-finite ones arrive as strings.</summary>
        public double Number(string name)
        {
            if (!(Member<object>(name) is string text)) return Member<double>(name);
            if (text == "NaN") return double.NaN;
            if (text == "Infinity") return double.PositiveInfinity;
            if (text == "-Infinity") return double.NegativeInfinity;
            throw Wrong(name);
        }

        /// <summary>An object, such as error, signed, penetration; a volume has low and high.</summary>
        public KerfAnswer Object(string name)
        {
            return new KerfAnswer(Member<Dictionary<string, object>>(name));
        }

        /// <summary>T is float, double, byte or uint, as lib/server/protocol's schema says.</summary>
        public T[] Array<T>(string name)
        {
            return Member<T[]>(name);
        }

        public List<object> List(string name)
        {
            return Member<List<object>>(name);
        }

        private T Member<T>(string name)
        {
            if (!Has(name)) throw new KerfException("MISSING_MEMBER", "The answer has no " + name + ".");
            if (members[name] is T value) return value;
            throw Wrong(name);
        }

        private static KerfException Wrong(string name)
        {
            return new KerfException("WRONG_TYPE", "The answer's " + name + " is of another type.");
        }
    }

    /// <summary>A session of kerf serve. Several threads may use it.</summary>
    public sealed class KerfClient : IDisposable
    {
        private sealed class Waiting
        {
            public readonly TaskCompletionSource<KerfAnswer> Last =
                new TaskCompletionSource<KerfAnswer>(TaskCreationOptions.RunContinuationsAsynchronously);
            public Action<KerfAnswer> Each;
        }

        private readonly ClientWebSocket socket = new ClientWebSocket();
        private readonly CancellationTokenSource ending = new CancellationTokenSource();
        private readonly SemaphoreSlim sending = new SemaphoreSlim(1, 1);
        private readonly Dictionary<long, Waiting> waiting = new Dictionary<long, Waiting>();
        private long lastId;
        /// <summary>The most bytes of a message; known after hello.</summary>
        private double most = double.PositiveInfinity;
        private Exception fault;

        private KerfClient()
        {
        }

        /// <param name="address">As printed by kerf serve, such as ws://127.0.0.1:7425.</param>
        /// <param name="token">That of kerf serve --token, if used.</param>
        public static async Task<KerfClient> Connect(string address, string token = null)
        {
            KerfClient client = new KerfClient();
            try
            {
                await client.socket.ConnectAsync(new Uri(address), client.ending.Token).ConfigureAwait(false);
                _ = Task.Run(client.Listen);
                KerfMembers hello = new KerfMembers { ["version"] = 1, ["client"] = "KerfClient.cs" };
                if (token != null) hello["token"] = token;
                KerfAnswer answer = await client.Ask("hello", hello).ConfigureAwait(false);
                client.most = answer.Object("limits").Number("maxMessage");
                return client;
            }
            catch (WebSocketException error)
            {
                client.Dispose();
                throw new KerfException(
                    "CONNECTION", "Nobody answers at " + address + " (" + error.Message + "); run kerf serve.");
            }
            catch
            {
                client.Dispose();
                throw;
            }
        }

        /// <summary>A request that has one answer. If the server refuses, a KerfException has its code.</summary>
        public Task<KerfAnswer> Ask(string type, KerfMembers members = null)
        {
            return Stream(type, members, null);
        }

        /// <summary>
        /// A path: `each` receives every report, on a thread other than Unity's. The task returns the last answer,
        /// which has the reports' `count`.
        /// </summary>
        public async Task<KerfAnswer> Stream(string type, KerfMembers members, Action<KerfAnswer> each)
        {
            Waiting one = new Waiting { Each = each };
            long id;
            lock (waiting)
            {
                if (fault != null) throw fault;
                id = ++lastId;
                waiting[id] = one;
            }
            try
            {
                await Send(id, type, members ?? new KerfMembers()).ConfigureAwait(false);
            }
            catch (Exception error)
            {
                lock (waiting) waiting.Remove(id);
                if (error is KerfException || error is ArgumentException) throw;
                throw new KerfException("CONNECTION", "The connection to kerf serve broke: " + error.Message);
            }
            return await one.Last.Task.ConfigureAwait(false);
        }

        public void Dispose()
        {
            ending.Cancel();
            socket.Dispose();
            End(new KerfException("CONNECTION", "This client was disposed of."));
        }

        private async Task Send(long id, string type, KerfMembers members)
        {
            Dictionary<string, object> message = new Dictionary<string, object> { ["id"] = id, ["type"] = type };
            Dictionary<string, Array> arrays = new Dictionary<string, Array>();
            foreach (KeyValuePair<string, object> member in members)
            {
                if (KerfArrays.TypeOf(member.Value) == null) message[member.Key] = member.Value;
                else arrays[member.Key] = (Array)member.Value;
            }
            byte[] frame = null;
            if (arrays.Count > 0) message["binary"] = KerfArrays.Pack(arrays, out frame);
            byte[] text = Encoding.UTF8.GetBytes(KerfJson.Write(message));
            int size = Math.Max(text.Length, frame == null ? 0 : frame.Length);
            if (size > most)
                throw new KerfException(
                    "MESSAGE_TOO_LARGE",
                    "A message has " + size + " bytes, expected at most " + most
                        + "; start kerf serve with a larger --max-message.");
            // A message and its frame must be sent together, and a socket takes one send at a time.
            await sending.WaitAsync(ending.Token).ConfigureAwait(false);
            try
            {
                await Put(text, WebSocketMessageType.Text).ConfigureAwait(false);
                if (frame != null) await Put(frame, WebSocketMessageType.Binary).ConfigureAwait(false);
            }
            finally
            {
                sending.Release();
            }
        }

        private Task Put(byte[] bytes, WebSocketMessageType kind)
        {
            return socket.SendAsync(new ArraySegment<byte>(bytes), kind, true, ending.Token);
        }

        private async Task Listen()
        {
            try
            {
                for (;;)
                {
                    byte[] text = await Receive(WebSocketMessageType.Text).ConfigureAwait(false);
                    Dictionary<string, object> members =
                        (Dictionary<string, object>)KerfJson.Read(Encoding.UTF8.GetString(text));
                    if (members.TryGetValue("binary", out object binary))
                    {
                        byte[] frame = await Receive(WebSocketMessageType.Binary).ConfigureAwait(false);
                        KerfArrays.Unpack(new KerfAnswer((Dictionary<string, object>)binary), frame, members);
                    }
                    Deliver(new KerfAnswer(members));
                }
            }
            catch (KerfException error)
            {
                End(error);
            }
            catch (Exception error)
            {
                End(new KerfException("CONNECTION", "The connection to kerf serve broke: " + error.Message));
            }
        }

        private async Task<byte[]> Receive(WebSocketMessageType wanted)
        {
            byte[] chunk = new byte[1 << 16];
            using (MemoryStream whole = new MemoryStream())
            {
                WebSocketReceiveResult part;
                do
                {
                    part = await socket.ReceiveAsync(new ArraySegment<byte>(chunk), ending.Token).ConfigureAwait(false);
                    if (part.MessageType == WebSocketMessageType.Close)
                    {
                        // RFC 6455's code (1009: message too large, 1008: policy violation), and a text or none.
                        string reason = ((int?)part.CloseStatus) + " " + part.CloseStatusDescription;
                        throw new KerfException("CONNECTION", "kerf serve ends the connection: " + reason.Trim() + ".");
                    }
                    if (part.MessageType != wanted)
                        throw new KerfException("CONNECTION", "kerf serve sent a message of another kind than is due.");
                    whole.Write(chunk, 0, part.Count);
                } while (!part.EndOfMessage);
                return whole.ToArray();
            }
        }

        private void Deliver(KerfAnswer answer)
        {
            bool isGranted = answer.Flag("ok");
            KerfException refusal = null;
            if (!isGranted)
            {
                KerfAnswer error = answer.Object("error");
                refusal = new KerfException(error.Text("code"), error.Text("message"));
            }
            // Without an id it is about a message that the server could not read: which request failed is unknown.
            if (!answer.Has("id")) throw refusal ?? new KerfException("CONNECTION", "An answer has no id.");
            long id = (long)answer.Number("id");
            // Answers of a stream have a `seq`; of these, only the last one and a refusal end the request.
            bool isLast = !isGranted || !answer.Has("seq") || answer.Has("done");
            Waiting one;
            lock (waiting)
            {
                if (!waiting.TryGetValue(id, out one)) return;
                if (isLast) waiting.Remove(id);
            }
            if (refusal != null) one.Last.TrySetException(refusal);
            else if (isLast) one.Last.TrySetResult(answer);
            else Hand(answer, one);
        }

        /// <summary>An exception of the caller's function is passed to the caller.</summary>
        private static void Hand(KerfAnswer answer, Waiting one)
        {
            try
            {
                one.Each?.Invoke(answer);
            }
            catch (Exception error)
            {
                one.Last.TrySetException(error);
            }
        }

        private void End(Exception reason)
        {
            List<Waiting> left;
            lock (waiting)
            {
                if (fault == null) fault = reason;
                left = new List<Waiting>(waiting.Values);
                waiting.Clear();
            }
            foreach (Waiting one in left) one.Last.TrySetException(reason);
        }
    }

    /// <summary>Arrays ↔ binary frames, little-endian, each array at a multiple of 8 bytes.</summary>
    internal static class KerfArrays
    {
        /// <summary>Null if it is not an array of the protocol.</summary>
        public static string TypeOf(object value)
        {
            if (value is double[]) return "f64";
            if (value is float[]) return "f32";
            if (value is uint[]) return "u32";
            return value is byte[] ? "u8" : null;
        }

        public static Dictionary<string, object> Pack(Dictionary<string, Array> arrays, out byte[] frame)
        {
            if (!BitConverter.IsLittleEndian)
                throw new KerfException("BIG_ENDIAN", "Arrays are little-endian, and this machine is not.");
            List<object> places = new List<object>();
            int size = 0;
            foreach (KeyValuePair<string, Array> entry in arrays)
            {
                size = (size + 7) / 8 * 8;
                places.Add(
                    new Dictionary<string, object>
                    {
                        ["name"] = entry.Key,
                        ["type"] = TypeOf(entry.Value),
                        ["length"] = entry.Value.Length,
                        ["offset"] = size,
                    });
                size += Buffer.ByteLength(entry.Value);
            }
            frame = new byte[size];
            int at = 0;
            foreach (Array array in arrays.Values)
            {
                at = (at + 7) / 8 * 8;
                Buffer.BlockCopy(array, 0, frame, at, Buffer.ByteLength(array));
                at += Buffer.ByteLength(array);
            }
            return new Dictionary<string, object> { ["bytes"] = size, ["arrays"] = places };
        }

        /// <summary>Adds the frame's arrays to the members.</summary>
        public static void Unpack(KerfAnswer binary, byte[] frame, Dictionary<string, object> members)
        {
            if ((long)binary.Number("bytes") != frame.Length) throw Bad("A binary frame has another length.");
            foreach (object entry in binary.List("arrays"))
            {
                KerfAnswer place = new KerfAnswer((Dictionary<string, object>)entry);
                string name = place.Text("name");
                long length = (long)place.Number("length");
                long offset = (long)place.Number("offset");
                if (length < 0 || offset < 0 || length > frame.Length) throw Bad("The array " + name + " is nowhere.");
                Array array = Made(place.Text("type"), (int)length);
                int size = Buffer.ByteLength(array);
                if (offset + size > frame.Length) throw Bad("The array " + name + " ends behind its frame.");
                Buffer.BlockCopy(frame, (int)offset, array, 0, size);
                members[name] = array;
            }
        }

        private static Array Made(string type, int length)
        {
            if (type == "f64") return new double[length];
            if (type == "f32") return new float[length];
            if (type == "u32") return new uint[length];
            if (type == "u8") return new byte[length];
            throw Bad("An array has the unknown type " + type + ".");
        }

        private static KerfException Bad(string what)
        {
            return new KerfException("CONNECTION", what);
        }
    }

    /// <summary>
    /// JSON ↔ null, bool, double, string, List&lt;object&gt;, Dictionary&lt;string, object&gt;. Unity's JsonUtility
    /// reads only members declared beforehand, and System.Text.Json is not in Unity.
    /// </summary>
    internal sealed class KerfJson
    {
        private readonly string text;
        private int at;

        private KerfJson(string text)
        {
            this.text = text;
        }

        public static string Write(object value)
        {
            StringBuilder into = new StringBuilder();
            Write(into, value);
            return into.ToString();
        }

        public static object Read(string text)
        {
            KerfJson reader = new KerfJson(text);
            object value = reader.Value();
            reader.Blanks();
            if (reader.at != text.Length) throw reader.Bad();
            return value;
        }

        private static void Write(StringBuilder into, object value)
        {
            if (value == null) into.Append("null");
            else if (value is bool flag) into.Append(flag ? "true" : "false");
            else if (value is string words) Quote(into, words);
            else if (value is IDictionary<string, object> members)
            {
                into.Append('{');
                string before = "";
                foreach (KeyValuePair<string, object> member in members)
                {
                    into.Append(before);
                    Quote(into, member.Key);
                    into.Append(':');
                    Write(into, member.Value);
                    before = ",";
                }
                into.Append('}');
            }
            else if (value is IEnumerable items)
            {
                into.Append('[');
                string before = "";
                foreach (object item in items)
                {
                    into.Append(before);
                    Write(into, item);
                    before = ",";
                }
                into.Append(']');
            }
            else if (value is float || value is double) Number(into, Convert.ToDouble(value));
            else if (value is int || value is long || value is uint || value is byte)
                into.Append(Convert.ToInt64(value).ToString(CultureInfo.InvariantCulture));
            else throw new ArgumentException("A member is a " + value.GetType() + ", expected what JSON has.");
        }

        private static void Number(StringBuilder into, double number)
        {
            if (double.IsNaN(number)) into.Append("\"NaN\"");
            else if (double.IsInfinity(number)) into.Append(number > 0 ? "\"Infinity\"" : "\"-Infinity\"");
            else into.Append(number.ToString("G17", CultureInfo.InvariantCulture));
        }

        private static void Quote(StringBuilder into, string words)
        {
            into.Append('"');
            foreach (char c in words)
            {
                if (c == '"' || c == '\\') into.Append('\\').Append(c);
                else if (c < ' ') into.Append("\\u").Append(((int)c).ToString("x4"));
                else into.Append(c);
            }
            into.Append('"');
        }

        private object Value()
        {
            Blanks();
            char c = Peek();
            if (c == '{') return Members();
            if (c == '[') return Items();
            if (c == '"') return Quoted();
            if (c == 't') return Word("true", true);
            if (c == 'f') return Word("false", false);
            if (c == 'n') return Word("null", null);
            int from = at;
            while (at < text.Length && "+-.eE0123456789".IndexOf(text[at]) >= 0) at++;
            string digits = text.Substring(from, at - from);
            bool isNumber = double.TryParse(
                digits, NumberStyles.Float, CultureInfo.InvariantCulture, out double number);
            return isNumber ? number : throw Bad();
        }

        private Dictionary<string, object> Members()
        {
            Dictionary<string, object> members = new Dictionary<string, object>();
            Expect('{');
            if (Take('}')) return members;
            do
            {
                Blanks();
                string name = Quoted();
                Expect(':');
                members[name] = Value();
            } while (Take(','));
            Expect('}');
            return members;
        }

        private List<object> Items()
        {
            List<object> items = new List<object>();
            Expect('[');
            if (Take(']')) return items;
            do items.Add(Value());
            while (Take(','));
            Expect(']');
            return items;
        }

        private string Quoted()
        {
            Expect('"');
            StringBuilder read = new StringBuilder();
            for (;;)
            {
                if (at >= text.Length) throw Bad();
                char c = text[at++];
                if (c == '"') return read.ToString();
                read.Append(c == '\\' ? Escaped() : c);
            }
        }

        /// <summary>A surrogate pair is two chars, and so two escapes.</summary>
        private char Escaped()
        {
            char c = Peek();
            at++;
            int which = "\"\\/bfnrt".IndexOf(c);
            if (which >= 0) return "\"\\/\b\f\n\r\t"[which];
            if (c != 'u' || at + 4 > text.Length) throw Bad();
            string digits = text.Substring(at, 4);
            at += 4;
            if (!ushort.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ushort code))
                throw Bad();
            return (char)code;
        }

        private object Word(string letters, object meaning)
        {
            if (string.CompareOrdinal(text, at, letters, 0, letters.Length) != 0) throw Bad();
            at += letters.Length;
            return meaning;
        }

        private char Peek()
        {
            return at < text.Length ? text[at] : '\0';
        }

        private void Blanks()
        {
            while (Peek() == ' ' || Peek() == '\n' || Peek() == '\r' || Peek() == '\t') at++;
        }

        private bool Take(char c)
        {
            Blanks();
            if (Peek() != c) return false;
            at++;
            return true;
        }

        private void Expect(char c)
        {
            if (!Take(c)) throw Bad();
        }

        private KerfException Bad()
        {
            return new KerfException("CONNECTION", "The server's answer is no JSON at character " + at + ".");
        }
    }

    /// <summary>
    /// Unity's frame (left-handed, y up, metres) ↔ kerf's (right-handed, millimetres): x and y stay, z is negated,
    /// and lengths are multiplied by 1000. README.md derives each formula.
    /// </summary>
    public static class KerfFrame
    {
        /// <summary>Tool frame → bone frame: position and quaternion → 16 numbers, column by column.</summary>
        public static double[] Pose(double x, double y, double z, double qx, double qy, double qz, double qw)
        {
            double a = -qx;
            double b = -qy;
            double c = qz;
            double d = qw;
            double s = 2 / (a * a + b * b + c * c + d * d);
            return new double[]
            {
                1 - s * (b * b + c * c), s * (a * b + c * d), s * (a * c - b * d), 0,
                s * (a * b - c * d), 1 - s * (a * a + c * c), s * (b * c + a * d), 0,
                s * (a * c + b * d), s * (b * c - a * d), 1 - s * (a * a + b * b), 0,
                1000 * x, 1000 * y, -1000 * z, 1,
            };
        }

        /// <summary>A point, Unity → kerf.</summary>
        public static double[] Point(double x, double y, double z)
        {
            return new double[] { 1000 * x, 1000 * y, -1000 * z };
        }

        /// <summary>A point, kerf → Unity.</summary>
        public static double[] UnityPoint(double x, double y, double z)
        {
            return new double[] { x / 1000, y / 1000, -z / 1000 };
        }

        /// <summary>A unit normal, or a force in N, kerf → Unity, and the other way.</summary>
        public static double[] Direction(double x, double y, double z)
        {
            return new double[] { x, y, -z };
        }

        /// <summary>A torque, kerf's N·mm → Unity, N·m: as an axial vector it is mirrored the other way.</summary>
        public static double[] UnityTorque(double x, double y, double z)
        {
            return new double[] { -x / 1000, -y / 1000, z / 1000 };
        }

        /// <summary>
        /// A surface, Unity → kerf. Coincident vertices are merged, since Unity has several where a texture or a
        /// shading has a seam, and the surface would be open there. Corners are swapped, so that faces are
        /// counter-clockwise seen from outside.
        /// </summary>
        /// <param name="points">x, y, z of each vertex, m.</param>
        /// <param name="scale">Three numbers: the scale of its transform, which a pose cannot have.</param>
        public static void Surface(
            float[] points, int[] triangles, float[] scale, out double[] positions, out uint[] faces)
        {
            var known = new Dictionary<ValueTuple<double, double, double>, uint>();
            List<double> kept = new List<double>();
            uint[] vertexOf = new uint[points.Length / 3];
            for (int v = 0; v < vertexOf.Length; v++)
            {
                double[] p = Point(
                    (double)scale[0] * points[3 * v],
                    (double)scale[1] * points[3 * v + 1],
                    (double)scale[2] * points[3 * v + 2]);
                // −0 + 0 is 0, so that both zeros are the same place.
                ValueTuple<double, double, double> place = ValueTuple.Create(p[0] + 0.0, p[1] + 0.0, p[2] + 0.0);
                if (!known.TryGetValue(place, out vertexOf[v]))
                {
                    vertexOf[v] = (uint)known.Count;
                    known[place] = vertexOf[v];
                    kept.AddRange(p);
                }
            }
            // A mirroring scale reverses the faces once more.
            int second = scale[0] * scale[1] * scale[2] > 0 ? 2 : 1;
            faces = new uint[triangles.Length];
            for (int i = 0; i < triangles.Length; i += 3)
            {
                faces[i] = vertexOf[triangles[i]];
                faces[i + 1] = vertexOf[triangles[i + second]];
                faces[i + 2] = vertexOf[triangles[i + 3 - second]];
            }
            positions = kept.ToArray();
        }

#if UNITY_5_3_OR_NEWER
        /// <summary>Where a tool is, in the frame of a bone: the member `pose` of a request.</summary>
        public static double[] Pose(UnityEngine.Transform tool, UnityEngine.Transform bone)
        {
            UnityEngine.Quaternion back = UnityEngine.Quaternion.Inverse(bone.rotation);
            UnityEngine.Vector3 p = back * (tool.position - bone.position);
            UnityEngine.Quaternion q = back * tool.rotation;
            return Pose(p.x, p.y, p.z, q.x, q.y, q.z, q.w);
        }

        /// <summary>Row `row` of a column of points, such as contacts.point → Unity's world.</summary>
        public static UnityEngine.Vector3 WorldPoint(double[] points, int row, UnityEngine.Transform bone)
        {
            double[] local = UnityPoint(points[3 * row], points[3 * row + 1], points[3 * row + 2]);
            return bone.position + bone.rotation * Vector(local);
        }

        /// <summary>Row `row` of a column of directions, such as contacts.normal → Unity's world.</summary>
        public static UnityEngine.Vector3 WorldDirection(double[] rows, int row, UnityEngine.Transform bone)
        {
            double[] local = Direction(rows[3 * row], rows[3 * row + 1], rows[3 * row + 2]);
            return bone.rotation * Vector(local);
        }

        /// <summary>A pose of an answer, such as proxyPose of a haptic snapshot → Unity's world.</summary>
        public static void WorldPose(
            double[] pose,
            UnityEngine.Transform bone,
            out UnityEngine.Vector3 position,
            out UnityEngine.Quaternion rotation)
        {
            UnityEngine.Vector3 up = Vector(new double[] { pose[4], pose[5], -pose[6] });
            UnityEngine.Vector3 forward = Vector(new double[] { -pose[8], -pose[9], pose[10] });
            rotation = bone.rotation * UnityEngine.Quaternion.LookRotation(forward, up);
            // The last column begins at 12.
            position = WorldPoint(pose, 4, bone);
        }

        /// <summary>The mesh of an object, with the object's scale; the mesh must be readable.</summary>
        public static void Surface(
            UnityEngine.MeshFilter filter, out double[] positions, out uint[] faces)
        {
            UnityEngine.Mesh mesh = filter.sharedMesh;
            UnityEngine.Vector3[] vertices = mesh.vertices;
            float[] points = new float[3 * vertices.Length];
            for (int v = 0; v < vertices.Length; v++)
                for (int k = 0; k < 3; k++)
                    points[3 * v + k] = vertices[v][k];
            UnityEngine.Vector3 scale = filter.transform.lossyScale;
            Surface(points, mesh.triangles, new float[] { scale.x, scale.y, scale.z }, out positions, out faces);
        }

        private static UnityEngine.Vector3 Vector(double[] p)
        {
            return new UnityEngine.Vector3((float)p[0], (float)p[1], (float)p[2]);
        }
#endif
    }
}
