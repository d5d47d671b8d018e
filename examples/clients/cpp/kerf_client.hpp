// A client of kerf serve in one header: C++17 and POSIX sockets, nothing to install.
//
//   kerf::Client kerf("127.0.0.1", 7425);
//   kerf.ask("load", {{"mesh", "skull"}, {"dataset", "skull-phantom"}});
//   kerf::Answer answer = kerf.ask("distance", {{"detector", "d"}}, {{"pose", std::vector<double>{…}}});
//   double gap = answer.number("distance");
//
// A request is a type, plain members and arrays; lib/server/protocol/README.md lists all of them. Millimetres; a pose is 16
// numbers, column by column, from the tool's frame to the bone's. One Client belongs to one thread at a time.

#pragma once

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <locale>
#include <map>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "arrays are little-endian: swap them in pack and unpack");

namespace kerf {

/** A refusal by the server, with its code (NOT_RIGID, UNKNOWN_NAME, …), or a failure of the connection: CONNECTION. */
class Error : public std::runtime_error {
 public:
  Error(std::string errorCode, const std::string& message) : std::runtime_error(message), code(std::move(errorCode)) {}
  const std::string code;
};

[[noreturn]] inline void fail(const std::string& what) { throw Error("CONNECTION", what); }

// ---------------------------------------------------------------------------------------------------------- JSON

struct Json;
using List = std::vector<Json>;
using Object = std::vector<std::pair<std::string, Json>>;

/** A JSON value. Non-finite numbers are strings in the protocol, which Answer::number converts. */
struct Json {
  std::variant<std::nullptr_t, bool, double, std::string, List, Object> value = nullptr;

  Json() = default;
  Json(bool flag) : value(flag) {}
  Json(int number) : value(static_cast<double>(number)) {}
  Json(double number) : value(number) {}
  Json(const char* text) : value(std::string(text)) {}
  Json(std::string text) : value(std::move(text)) {}
  Json(List list) : value(std::move(list)) {}
  Json(Object object) : value(std::move(object)) {}

  /** The member of an object; nullptr if there is none. */
  const Json* find(const std::string& name) const {
    if (const auto* object = std::get_if<Object>(&value))
      for (const auto& [key, member] : *object)
        if (key == name) return &member;
    return nullptr;
  }

  std::string write() const {
    std::ostringstream out;
    out.imbue(std::locale::classic());
    out.precision(std::numeric_limits<double>::max_digits10);
    write(out);
    return out.str();
  }

  static Json read(const std::string& text) { return Reader{text}.whole(); }

 private:
  void write(std::ostringstream& out) const {
    if (const auto* flag = std::get_if<bool>(&value)) out << (*flag ? "true" : "false");
    else if (const auto* number = std::get_if<double>(&value)) writeNumber(out, *number);
    else if (const auto* text = std::get_if<std::string>(&value)) writeText(out, *text);
    else if (const auto* list = std::get_if<List>(&value)) {
      const char* before = "[";
      for (const Json& item : *list) {
        out << before;
        item.write(out);
        before = ",";
      }
      out << (list->empty() ? "[]" : "]");
    } else if (const auto* object = std::get_if<Object>(&value)) {
      const char* before = "{";
      for (const auto& [key, member] : *object) {
        out << before;
        writeText(out, key);
        out << ':';
        member.write(out);
        before = ",";
      }
      out << (object->empty() ? "{}" : "}");
    } else out << "null";
  }

  static void writeNumber(std::ostringstream& out, double number) {
    if (std::isfinite(number)) out << number;
    else out << (std::isnan(number) ? "\"NaN\"" : number > 0 ? "\"Infinity\"" : "\"-Infinity\"");
  }

  static void writeText(std::ostringstream& out, const std::string& text) {
    static const char* digits = "0123456789abcdef";
    out << '"';
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\') out << '\\' << c;
      else if (byte < 0x20) out << "\\u00" << digits[byte >> 4] << digits[byte & 15];
      else out << c;
    }
    out << '"';
  }

  struct Reader {
    const std::string& text;
    std::size_t at = 0;

    Json whole() {
      Json read = item();
      blanks();
      if (at != text.size()) bad();
      return read;
    }

    [[noreturn]] void bad() const { fail("The server's answer is no JSON at character " + std::to_string(at) + "."); }
    char peek() const { return at < text.size() ? text[at] : '\0'; }
    void blanks() {
      while (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t') at++;
    }
    bool take(char c) {
      blanks();
      if (peek() != c) return false;
      at++;
      return true;
    }
    void expect(char c) {
      if (!take(c)) bad();
    }
    Json word(const std::string& letters, Json meaning) {
      if (text.compare(at, letters.size(), letters) != 0) bad();
      at += letters.size();
      return meaning;
    }

    Json item() {
      blanks();
      switch (peek()) {
        case '{': return object();
        case '[': return list();
        case '"': return quoted();
        case 't': return word("true", true);
        case 'f': return word("false", false);
        case 'n': return word("null", Json());
        default: return number();
      }
    }

    Json object() {
      Object members;
      expect('{');
      if (take('}')) return members;
      do {
        blanks();
        std::string key = quoted();
        expect(':');
        members.emplace_back(std::move(key), item());
      } while (take(','));
      expect('}');
      return members;
    }

    Json list() {
      List items;
      expect('[');
      if (take(']')) return items;
      do items.push_back(item());
      while (take(','));
      expect(']');
      return items;
    }

    Json number() {
      const std::size_t from = at;
      while (peek() != '\0' && std::strchr("+-.eE0123456789", peek()) != nullptr) at++;
      std::istringstream in(text.substr(from, at - from));
      in.imbue(std::locale::classic());
      double read = 0;
      if (!(in >> read) || in.peek() != std::istringstream::traits_type::eof()) bad();
      return read;
    }

    std::string quoted() {
      expect('"');
      std::string read;
      while (peek() != '"') {
        if (at >= text.size()) bad();
        const char c = text[at++];
        if (c != '\\') read += c;
        else escaped(read);
      }
      at++;
      return read;
    }

    void escaped(std::string& into) {
      const char c = peek();
      at++;
      if (c == 'u') {
        std::uint32_t point = hex();
        if (point >= 0xd800 && point < 0xdc00 && text.compare(at, 2, "\\u") == 0) {
          at += 2;
          point = 0x10000 + ((point - 0xd800) << 10) + (hex() - 0xdc00);
        }
        utf8(into, point);
        return;
      }
      static const std::string letters = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
      const std::size_t which = letters.find(c);
      if (which == std::string::npos) bad();
      into += meant[which];
    }

    std::uint32_t hex() {
      std::uint32_t read = 0;
      for (int k = 0; k < 4; k++, at++) {
        const int c = std::tolower(static_cast<unsigned char>(peek()));
        if (std::isxdigit(c) == 0) bad();
        read = 16 * read + static_cast<std::uint32_t>(c <= '9' ? c - '0' : c - 'a' + 10);
      }
      return read;
    }

    static void utf8(std::string& into, std::uint32_t point) {
      const auto byte = [&into](std::uint32_t bits) { into += static_cast<char>(bits); };
      if (point < 0x80) return byte(point);
      if (point < 0x800) byte(0xc0 | (point >> 6));
      else {
        if (point < 0x10000) byte(0xe0 | (point >> 12));
        else {
          byte(0xf0 | (point >> 18));
          byte(0x80 | ((point >> 12) & 63));
        }
        byte(0x80 | ((point >> 6) & 63));
      }
      byte(0x80 | (point & 63));
    }
  };
};

// -------------------------------------------------------------------------------------------------------- arrays

using Array =
    std::variant<std::vector<float>, std::vector<double>, std::vector<std::uint8_t>, std::vector<std::uint32_t>>;
using Arrays = std::map<std::string, Array>;

/** Arrays ↔ a binary frame and the member `binary` that describes it: each begins at a multiple of 8 bytes. */
inline std::pair<Json, std::string> pack(const Arrays& arrays) {
  static const char* types[] = {"f32", "f64", "u8", "u32"};
  std::string frame;
  List places;
  for (const auto& [name, array] : arrays) {
    frame.resize((frame.size() + 7) / 8 * 8);
    const auto offset = static_cast<double>(frame.size());
    const double length = std::visit(
        [&frame](const auto& numbers) {
          frame.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof numbers[0]);
          return static_cast<double>(numbers.size());
        },
        array);
    places.push_back(Object{{"name", name}, {"type", types[array.index()]}, {"length", length}, {"offset", offset}});
  }
  return {Object{{"bytes", static_cast<double>(frame.size())}, {"arrays", places}}, frame};
}

// -------------------------------------------------------------------------------------------------------- answer

class Answer {
 public:
  Json members;
  Arrays arrays;

  const Json& at(const std::string& name) const {
    const Json* found = members.find(name);
    if (found == nullptr) throw Error("MISSING_MEMBER", "The answer has no " + name + ".");
    return *found;
  }
  /** A number, finite or not. */
  double number(const std::string& name) const { return number(at(name), name); }
  bool flag(const std::string& name) const { return kept<bool>(at(name), name); }
  const std::string& text(const std::string& name) const { return kept<std::string>(at(name), name); }
  /** The bounds of a member {low, high}, such as a volume. */
  std::pair<double, double> interval(const std::string& name) const {
    const Json &member = at(name), *low = member.find("low"), *high = member.find("high");
    if (low == nullptr || high == nullptr) wrong(name);
    return {number(*low, name), number(*high, name)};
  }
  /** @tparam T float, double, std::uint8_t or std::uint32_t, as lib/server/protocol/README.md's schema says. */
  template <typename T>
  const std::vector<T>& array(const std::string& name) const {
    const auto found = arrays.find(name);
    if (found == arrays.end()) throw Error("MISSING_MEMBER", "The answer has no array " + name + ".");
    const auto* numbers = std::get_if<std::vector<T>>(&found->second);
    if (numbers == nullptr) wrong(name);
    return *numbers;
  }

 private:
  [[noreturn]] static void wrong(const std::string& name) {
    throw Error("WRONG_TYPE", "The answer's " + name + " is of another type.");
  }
  template <typename T>
  static const T& kept(const Json& json, const std::string& name) {
    const T* found = std::get_if<T>(&json.value);
    if (found == nullptr) wrong(name);
    return *found;
  }
  static double number(const Json& json, const std::string& name) {
    if (const auto* finite = std::get_if<double>(&json.value)) return *finite;
    const auto& text = kept<std::string>(json, name);
    if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
    if (text == "Infinity") return std::numeric_limits<double>::infinity();
    if (text == "-Infinity") return -std::numeric_limits<double>::infinity();
    wrong(name);
  }
};

/** The arrays that a member `binary` describes. */
inline Arrays unpack(const Json& binary, const std::string& frame) {
  const Answer described{binary, {}};
  if (described.number("bytes") != static_cast<double>(frame.size())) fail("A binary frame has another length.");
  Arrays arrays;
  const auto* places = std::get_if<List>(&described.at("arrays").value);
  if (places == nullptr) fail("A binary frame is not described.");
  for (const Json& entry : *places) {
    const Answer place{entry, {}};
    const std::string &name = place.text("name"), &type = place.text("type");
    const double length = place.number("length"), offset = place.number("offset");
    const auto take = [&](auto numbers) {
      const double end = offset + length * static_cast<double>(sizeof numbers[0]);
      if (!(offset >= 0 && length >= 0 && end <= static_cast<double>(frame.size())))
        fail("The array " + name + " lies behind its frame.");
      numbers.resize(static_cast<std::size_t>(length));
      if (!numbers.empty())
        std::memcpy(numbers.data(), &frame[static_cast<std::size_t>(offset)], numbers.size() * sizeof numbers[0]);
      arrays[name] = std::move(numbers);
    };
    if (type == "f64") take(std::vector<double>());
    else if (type == "f32") take(std::vector<float>());
    else if (type == "u8") take(std::vector<std::uint8_t>());
    else if (type == "u32") take(std::vector<std::uint32_t>());
    else fail("The array " + name + " has the unknown type " + type + ".");
  }
  return arrays;
}

// ----------------------------------------------------------------------------------------------------- WebSocket

/** SHA-1 (FIPS 180-4) of a text, which the handshake of RFC 6455 requires. It protects no secret. */
inline std::array<std::uint8_t, 20> sha1(std::string text) {
  const auto rotated = [](std::uint32_t x, int by) { return (x << by) | (x >> (32 - by)); };
  const std::uint64_t bits = 8 * static_cast<std::uint64_t>(text.size());
  text += '\x80';
  while (text.size() % 64 != 56) text += '\0';
  for (int shift = 56; shift >= 0; shift -= 8) text += static_cast<char>(bits >> shift);
  std::array<std::uint32_t, 5> hash = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  for (std::size_t block = 0; block < text.size(); block += 64) {
    std::array<std::uint32_t, 80> w{};
    for (std::size_t i = 0; i < 64; i++) w[i / 4] = (w[i / 4] << 8) | static_cast<std::uint8_t>(text[block + i]);
    for (std::size_t i = 16; i < 80; i++) w[i] = rotated(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    auto [a, b, c, d, e] = hash;
    for (std::size_t i = 0; i < 80; i++) {
      const std::uint32_t mixed = i < 20   ? ((b & c) | (~b & d)) + 0x5a827999
                                  : i < 40 ? (b ^ c ^ d) + 0x6ed9eba1
                                  : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
                                           : (b ^ c ^ d) + 0xca62c1d6;
      const std::uint32_t next = rotated(a, 5) + mixed + e + w[i];
      e = d;
      d = c;
      c = rotated(b, 30);
      b = a;
      a = next;
    }
    hash = {hash[0] + a, hash[1] + b, hash[2] + c, hash[3] + d, hash[4] + e};
  }
  std::array<std::uint8_t, 20> bytes{};
  for (std::size_t i = 0; i < 20; i++) bytes[i] = static_cast<std::uint8_t>(hash[i / 4] >> (24 - 8 * (i % 4)));
  return bytes;
}

template <typename Bytes>
std::string base64(const Bytes& bytes) {
  static const char* letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; k++) three = (three << 8) | (i + k < bytes.size() ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; k++) text += i + k <= bytes.size() ? letters[(three >> (18 - 6 * k)) & 63] : '=';
  }
  return text;
}

/** A client's WebSocket: sends and receives whole messages, and answers pings meanwhile. */
class WebSocket {
 public:
  static constexpr int TEXT = 1, BINARY = 2;
  struct Message {
    int kind = TEXT;
    std::string bytes;
  };

  WebSocket(const std::string& host, int port) {
    connect(host, std::to_string(port));
    try {
      shakeHands(host + ':' + std::to_string(port));
    } catch (...) {
      ::close(socket_);
      throw;
    }
  }
  WebSocket(const WebSocket&) = delete;
  WebSocket& operator=(const WebSocket&) = delete;
  ~WebSocket() {
    try {
      sendFrame(CLOSE, "\x03\xe8");  // 1000: a normal end.
    } catch (const Error&) {
      // The connection is already closed.
    }
    ::close(socket_);
  }

  void send(int kind, const std::string& bytes) { sendFrame(kind, bytes); }

  Message receive() {
    Message message;
    for (bool isFirst = true;;) {
      std::uint8_t head[2];
      readBytes(head, 2);
      const int kind = head[0] & 15;
      std::uint64_t length = head[1] & 127;
      if ((head[1] & 128) != 0 || (head[0] & 112) != 0) fail("The server sent a frame that no WebSocket may send.");
      if (length >= 126) {
        std::uint8_t more[8];
        const std::size_t count = length == 126 ? 2 : 8;
        readBytes(more, count);
        length = 0;
        for (std::size_t i = 0; i < count; i++) length = (length << 8) | more[i];
      }
      // Enough for any message of kerf serve; a broken server's claim of more is refused.
      if (length > (std::uint64_t{1} << 32)) fail("The server announced " + std::to_string(length) + " bytes.");
      std::string bytes(static_cast<std::size_t>(length), '\0');
      readBytes(bytes.data(), bytes.size());
      if (kind == PING) sendFrame(PONG, bytes);
      else if (kind == CLOSE) fail("The server ended the connection: " + reasonOf(bytes) + '.');
      else if (kind != PONG) {
        if (isFirst) message.kind = kind;
        isFirst = false;
        message.bytes += bytes;
        if ((head[0] & 128) != 0) return message;
      }
    }
  }

 private:
  static constexpr int CLOSE = 8, PING = 9, PONG = 10;
  int socket_ = -1;
  std::mt19937 random_{std::random_device{}()};

  void connect(const std::string& host, const std::string& port) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* addresses = nullptr;
    if (const int fault = ::getaddrinfo(host.c_str(), port.c_str(), &hints, &addresses); fault != 0)
      fail("There is no host " + host + ": " + ::gai_strerror(fault) + ".");
    for (const addrinfo* address = addresses; address != nullptr && socket_ < 0; address = address->ai_next) {
      socket_ = ::socket(address->ai_family, address->ai_socktype, address->ai_protocol);
      if (socket_ >= 0 && ::connect(socket_, address->ai_addr, address->ai_addrlen) != 0) {
        ::close(socket_);
        socket_ = -1;
      }
    }
    ::freeaddrinfo(addresses);
    if (socket_ < 0) fail("Nobody answers at " + host + ':' + port + ": " + std::strerror(errno) + "; run kerf serve.");
    const int yes = 1;
    // Small messages are sent at once.
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
#ifdef SO_NOSIGPIPE
    ::setsockopt(socket_, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
  }

  void shakeHands(const std::string& host) {
    std::array<std::uint8_t, 16> nonce{};
    for (auto& byte : nonce) byte = static_cast<std::uint8_t>(random_());
    const std::string key = base64(nonce);
    writeBytes("GET / HTTP/1.1\r\nHost: " + host + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
               "Sec-WebSocket-Key: " + key + "\r\nSec-WebSocket-Version: 13\r\n\r\n");
    std::string head;
    while (head.size() < 4 || head.compare(head.size() - 4, 4, "\r\n\r\n") != 0) {
      char c = 0;
      readBytes(&c, 1);
      head += c;
      if (head.size() > 65536) fail("The server's answer to the handshake does not end.");
    }
    if (head.compare(0, 13, "HTTP/1.1 101 ") != 0)
      fail("The server answers " + head.substr(0, head.find('\r')) + ", and no WebSocket.");
    const std::string accepted = base64(sha1(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"));
    if (head.find(": " + accepted + "\r\n") == std::string::npos) fail("The server did not accept the key.");
  }

  /** Of a close frame: RFC 6455's code (1009: message too large, 1008: policy violation), and a text or none. */
  static std::string reasonOf(const std::string& bytes) {
    if (bytes.size() < 2) return "no reason given";
    const auto code = (static_cast<std::uint8_t>(bytes[0]) << 8) | static_cast<std::uint8_t>(bytes[1]);
    return std::to_string(code) + (bytes.size() > 2 ? ", " + bytes.substr(2) : "");
  }

  /** A client masks each frame that it sends with a new mask: RFC 6455, 5.3. */
  void sendFrame(int kind, const std::string& bytes) {
    std::string frame(1, static_cast<char>(128 | kind));
    const auto byte = [&frame](std::uint64_t bits) { frame += static_cast<char>(bits & 255); };
    const std::uint64_t length = bytes.size();
    const int wide = length < 126 ? 0 : length < 65536 ? 2 : 8;
    byte(128 | (wide == 0 ? length : wide == 2 ? 126 : 127));
    for (int k = wide - 1; k >= 0; k--) byte(length >> (8 * k));
    const auto mask = static_cast<std::uint32_t>(random_());
    for (int k = 0; k < 4; k++) byte(mask >> (8 * k));
    frame.reserve(frame.size() + bytes.size());
    for (std::size_t i = 0; i < bytes.size(); i++)
      byte(static_cast<std::uint8_t>(bytes[i]) ^ (mask >> (8 * (i % 4))));
    writeBytes(frame);
  }

  void writeBytes(const std::string& bytes) {
#ifdef MSG_NOSIGNAL
    const int flags = MSG_NOSIGNAL;
#else
    const int flags = 0;
#endif
    for (std::size_t sent = 0; sent < bytes.size();) {
      const ssize_t count = ::send(socket_, bytes.data() + sent, bytes.size() - sent, flags);
      if (count > 0) sent += static_cast<std::size_t>(count);
      else if (errno != EINTR) fail(std::string("The connection broke: ") + std::strerror(errno) + ".");
    }
  }

  void readBytes(void* into, std::size_t size) {
    for (std::size_t read = 0; read < size;) {
      const ssize_t count = ::recv(socket_, static_cast<char*>(into) + read, size - read, 0);
      if (count > 0) read += static_cast<std::size_t>(count);
      else if (count == 0) fail("The server closed the connection.");
      else if (errno != EINTR) fail(std::string("The connection broke: ") + std::strerror(errno) + ".");
    }
  }
};

// -------------------------------------------------------------------------------------------------------- client

class Client {
 public:
  /** Connects and sends hello. @param token that of kerf serve --token, if used. */
  Client(const std::string& host, int port, const std::string& token = "") : socket_(host, port) {
    Object hello{{"version", 1}, {"client", "kerf_client.hpp"}};
    if (!token.empty()) hello.emplace_back("token", token);
    const Answer answer = ask("hello", hello);
    most_ = Answer{answer.at("limits"), {}}.number("maxMessage");
  }

  /** A request that has one answer. @throws Error with the server's code if it refuses. */
  Answer ask(const std::string& type, const Object& members = {}, const Arrays& arrays = {}) {
    return answerOf(send(type, members, arrays));
  }

  /** Sends a request without waiting. @returns its id, with which answerOf returns the answer. */
  int send(const std::string& type, const Object& members = {}, const Arrays& arrays = {}) {
    Object message{{"id", ++lastId_}, {"type", type}};
    message.insert(message.end(), members.begin(), members.end());
    const auto [binary, frame] = pack(arrays);
    if (!arrays.empty()) message.emplace_back("binary", binary);
    const std::string text = Json(message).write();
    if (const auto size = static_cast<double>(std::max(text.size(), frame.size())); size > most_)
      throw Error("MESSAGE_TOO_LARGE", "A message has " + Json(size).write() + " bytes, expected at most " +
                                           Json(most_).write() + "; start kerf serve with a larger --max-message.");
    socket_.send(WebSocket::TEXT, text);
    if (!arrays.empty()) socket_.send(WebSocket::BINARY, frame);
    return lastId_;
  }

  /**
   * The next answer to a request; answers to other requests are kept until they are asked for. For a path, call it
   * until the answer has the member `done`.
   */
  Answer answerOf(int id) {
    for (auto kept = kept_.begin(); kept != kept_.end(); ++kept)
      if (kept->number("id") == id) {
        Answer answer = std::move(*kept);
        kept_.erase(kept);
        return granted(std::move(answer));
      }
    for (;;) {
      Answer answer = receive();
      const Json* of = answer.members.find("id");
      // An answer without an id is about a message that the server could not read.
      if (of == nullptr || std::holds_alternative<std::nullptr_t>(of->value) || answer.number("id") == id)
        return granted(std::move(answer));
      kept_.push_back(std::move(answer));
    }
  }

 private:
  WebSocket socket_;
  int lastId_ = 0;
  /** The most bytes of a message; known after hello. */
  double most_ = std::numeric_limits<double>::infinity();
  std::vector<Answer> kept_;

  Answer receive() {
    const auto [kind, text] = socket_.receive();
    if (kind != WebSocket::TEXT) fail("The server sent a binary frame that no message announced.");
    Answer answer{Json::read(text), {}};
    if (const Json* binary = answer.members.find("binary")) {
      const auto [next, frame] = socket_.receive();
      if (next != WebSocket::BINARY) fail("The server sent no binary frame behind a message that announced one.");
      answer.arrays = unpack(*binary, frame);
    }
    return answer;
  }

  static Answer granted(Answer answer) {
    if (answer.flag("ok")) return answer;
    const Answer error{answer.at("error"), {}};
    throw Error(error.text("code"), error.text("message"));
  }
};

}  // namespace kerf
