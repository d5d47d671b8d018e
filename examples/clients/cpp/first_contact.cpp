// Two mesh files and a place → the contact state there, the distance or depth, and every contact.
//
//   g++ -std=c++17 -O2 first_contact.cpp -o first_contact
//   ./first_contact PORT bone.stl tool.stl X Y Z

#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>

#include "kerf_client.hpp"

static std::vector<std::uint8_t> bytesOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw kerf::Error("UNREADABLE", "The file " + path + " cannot be read; check the name.");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/** Sends the file's bytes, so that the server needs no file: stl, ply, obj, vtp or vtk, by the name's extension. */
static void load(kerf::Client& kerf, const std::string& name, const std::string& path) {
  const std::string format = path.substr(path.rfind('.') + 1);
  const kerf::Answer mesh = kerf.ask("load", {{"mesh", name}, {"format", format}}, {{"bytes", bytesOf(path)}});
  std::printf("%s: %.0f faces\n", name.c_str(), mesh.number("faceCount"));
}

static int run(char** words) {
  kerf::Client kerf("127.0.0.1", std::stoi(words[1]));
  load(kerf, "bone", words[2]);
  load(kerf, "tool", words[3]);
  kerf.ask("detector",
           {{"detector", "d"}, {"bone", "bone"}, {"tool", "tool"}, {"contactDistance", 0.5}, {"resolution", 1}});
  // Column by column: the tool is not rotated, and its origin is at the place.
  const std::vector<double> pose = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0,
                                    std::stod(words[4]), std::stod(words[5]), std::stod(words[6]), 1};
  const kerf::Answer nearest = kerf.ask("distance", {{"detector", "d"}}, {{"pose", pose}});
  const kerf::Answer report = kerf.ask("report", {{"detector", "d"}}, {{"pose", pose}});
  std::printf("state: %s\nsmallest distance: %.6f mm\n", report.text("state").c_str(), nearest.number("distance"));

  const auto& body = report.array<std::uint8_t>("contacts.body");
  const auto& face = report.array<std::uint32_t>("contacts.face");
  const auto& point = report.array<double>("contacts.point");
  const auto& distance = report.array<double>("contacts.distance");
  std::printf("contacts: %zu\n", body.size());
  for (std::size_t i = 0; i < body.size(); i++)
    std::printf("%s face %u at %.6f %.6f %.6f: %.6f mm\n", body[i] == 0 ? "bone" : "tool", face[i], point[3 * i],
                point[3 * i + 1], point[3 * i + 2], distance[i]);
  return 0;
}

int main(int count, char** words) {
  if (count != 7) {
    std::fprintf(stderr, "usage: %s PORT BONE TOOL X Y Z, with kerf serve running at PORT\n", words[0]);
    return 2;
  }
  try {
    return run(words);
  } catch (const kerf::Error& error) {
    std::fprintf(stderr, "%s: %s\n", error.code.c_str(), error.what());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: X, Y and Z are numbers, and PORT is one.\n", error.what());
  }
  return 1;
}
