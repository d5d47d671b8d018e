// OpenIGTLink frames from standard input, or made here → what the protocol's own library makes of them.
//
//   openigtlink read    unpacks each frame with its checksum, and prints a line per message: type, device, whether its
//                       body was unpacked, its time, and what it holds
//   openigtlink write   packs a message of each type that carries a tool's pose, and writes the frames

#include <igtlCapabilityMessage.h>
#include <igtlMessageHeader.h>
#include <igtlNDArrayMessage.h>
#include <igtlPointMessage.h>
#include <igtlPolyDataMessage.h>
#include <igtlPositionMessage.h>
#include <igtlQuaternionTrackingDataMessage.h>
#include <igtlStatusMessage.h>
#include <igtlStringMessage.h>
#include <igtlTrackingDataMessage.h>
#include <igtlTransformMessage.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace {

bool take(void* bytes, size_t count) { return std::fread(bytes, 1, count, stdin) == count; }

/** Reads the body that follows the header on standard input. */
template <class Message>
typename Message::Pointer unpacked(igtl::MessageHeader::Pointer header, bool& whole) {
  typename Message::Pointer message = Message::New();
  message->SetMessageHeader(header);
  message->AllocatePack();
  whole = take(message->GetPackBodyPointer(), static_cast<size_t>(message->GetPackBodySize())) &&
          (message->Unpack(1) & igtl::MessageHeader::UNPACK_BODY) != 0;
  return message;
}

void print(igtl::TransformMessage& message) {
  igtl::Matrix4x4 m;
  message.GetMatrix(m);
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 3; ++row) std::printf(" %.9g", static_cast<double>(m[row][column]));
}
void print(igtl::StringMessage& message) { std::printf(" %s", message.GetString()); }
void print(igtl::StatusMessage& message) {
  std::printf(" %d %s %s", message.GetCode(), message.GetErrorName(), message.GetStatusString());
}
void print(igtl::NDArrayMessage& message) {
  const std::vector<igtlUint16> size = message.GetArray()->GetSize();
  std::printf(" %d:", message.GetType());
  for (const igtlUint16 n : size) std::printf(" %d", n);
}
void print(igtl::PointMessage& message) {
  for (int i = 0; i < message.GetNumberOfPointElement(); ++i) {
    igtl::PointElement::Pointer point;
    message.GetPointElement(i, point);
    float at[3];
    igtlUint8 colour[4];
    point->GetPosition(at);
    point->GetRGBA(colour);
    std::printf(" [%s|%s|%d|%.9g %.9g %.9g]", point->GetName(), point->GetGroupName(), colour[3],
                static_cast<double>(at[0]), static_cast<double>(at[1]), static_cast<double>(at[2]));
  }
}
void print(igtl::PolyDataMessage& message) {
  std::printf(" %d points %u vertices %u lines %u polygons", message.GetPoints()->GetNumberOfPoints(),
              message.GetVertices()->GetNumberOfCells(), message.GetLines()->GetNumberOfCells(),
              message.GetPolygons()->GetNumberOfCells());
  for (int i = 0; i < message.GetNumberOfAttributes(); ++i) {
    igtl::PolyDataAttribute::Pointer attribute = message.GetAttribute(static_cast<unsigned>(i));
    std::vector<igtlFloat32> values(attribute->GetSize() * attribute->GetNumberOfComponents() + 1);
    attribute->GetData(values.data());
    double sum = 0;
    for (const igtlFloat32 value : values) sum += static_cast<double>(value);
    std::printf(" %s %u*%u %.17g", attribute->GetName(), attribute->GetSize(), attribute->GetNumberOfComponents(), sum);
  }
}
void print(igtl::CapabilityMessage& message) {
  for (const std::string& type : message.GetTypes()) std::printf(" %s", type.c_str());
}

template <class Message>
void tell(igtl::MessageHeader::Pointer header) {
  bool whole = false;
  typename Message::Pointer message = unpacked<Message>(header, whole);
  unsigned seconds = 0, fraction = 0;
  message->GetTimeStamp(&seconds, &fraction);
  std::printf("%s %s %s %u.%u", header->GetDeviceType(), header->GetDeviceName(), whole ? "unpacked" : "REFUSED", seconds,
              fraction);
  if (whole) print(*message);
  std::printf("\n");
}

int read() {
  for (;;) {
    igtl::MessageHeader::Pointer header = igtl::MessageHeader::New();
    header->InitPack();
    if (!take(header->GetPackPointer(), static_cast<size_t>(header->GetPackSize()))) return 0;
    header->Unpack();
    const std::string type = header->GetDeviceType();
    if (type == "TRANSFORM") tell<igtl::TransformMessage>(header);
    else if (type == "STRING") tell<igtl::StringMessage>(header);
    else if (type == "STATUS") tell<igtl::StatusMessage>(header);
    else if (type == "NDARRAY") tell<igtl::NDArrayMessage>(header);
    else if (type == "POINT") tell<igtl::PointMessage>(header);
    else if (type == "POLYDATA") tell<igtl::PolyDataMessage>(header);
    else if (type == "CAPABILITY") tell<igtl::CapabilityMessage>(header);
    else return 1;
  }
}

void send(igtl::MessageBase& message) {
  message.SetDeviceName("StylusTipToReference");
  message.SetTimeStamp(5, 6);
  message.Pack();
  std::fwrite(message.GetPackPointer(), 1, static_cast<size_t>(message.GetPackSize()), stdout);
}

/** A quarter turn about z, at (4, 5, 6). */
int write() {
  igtl::Matrix4x4 matrix = {{0, -1, 0, 4}, {1, 0, 0, 5}, {0, 0, 1, 6}, {0, 0, 0, 1}};
  const float half = 0.70710678f;
  igtl::TransformMessage::Pointer transform = igtl::TransformMessage::New();
  transform->SetMatrix(matrix);
  send(*transform);
  igtl::PositionMessage::Pointer position = igtl::PositionMessage::New();
  position->SetPosition(4, 5, 6);
  position->SetQuaternion(0, 0, half, half);
  send(*position);
  igtl::TrackingDataMessage::Pointer matrices = igtl::TrackingDataMessage::New();
  igtl::QuaternionTrackingDataMessage::Pointer quaternions = igtl::QuaternionTrackingDataMessage::New();
  for (const char* name : {"Head", "StylusTipToReference"}) {
    igtl::TrackingDataElement::Pointer element = igtl::TrackingDataElement::New();
    element->SetName(name);
    element->SetType(igtl::TrackingDataElement::TYPE_6D);
    element->SetMatrix(matrix);
    matrices->AddTrackingDataElement(element);
    igtl::QuaternionTrackingDataElement::Pointer other = igtl::QuaternionTrackingDataElement::New();
    other->SetName(name);
    other->SetType(igtl::QuaternionTrackingDataElement::TYPE_6D);
    other->SetPosition(4, 5, 6);
    other->SetQuaternion(0, 0, half, half);
    quaternions->AddQuaternionTrackingDataElement(other);
  }
  send(*matrices);
  send(*quaternions);
  return 0;
}

}  // namespace

int main(int count, char** words) { return count == 2 && std::strcmp(words[1], "write") == 0 ? write() : read(); }
