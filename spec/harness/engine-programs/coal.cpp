// bone.txt, tool.txt, poses.txt → results.jsonl, by the code of examples/engines/coal.md, which is page.inc.

#include <coal/BVH/BVH_model.h>
#include <coal/collision.h>
#include <coal/distance.h>

#include "bodies.hpp"

void fill(coal::BVHModel<coal::OBBRSS>& model, const Body& body) {
  std::vector<coal::Vec3s> vertices;
  std::vector<coal::Triangle> triangles;
  for (std::size_t i = 0; i < body.positions.size(); i += 3)
    vertices.emplace_back(body.positions[i], body.positions[i + 1], body.positions[i + 2]);
  for (std::size_t i = 0; i < body.faces.size(); i += 3)
    triangles.emplace_back(body.faces[i], body.faces[i + 1], body.faces[i + 2]);
  model.beginModel();
  model.addSubModel(vertices, triangles);
  model.endModel();
}

int main() {
  coal::BVHModel<coal::OBBRSS> boneModel, toolModel;
  fill(boneModel, Body("bone.txt"));
  fill(toolModel, Body("tool.txt"));
  const coal::BVHModel<coal::OBBRSS>&bone = boneModel, &tool = toolModel;
  const std::vector<double> poses = posesOf("poses.txt");
#include "page.inc"
}
