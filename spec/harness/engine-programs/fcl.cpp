// bone.txt, tool.txt, poses.txt → results.jsonl, by the code of examples/engines/fcl.md, which is page.inc.

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <memory>

#include "bodies.hpp"

std::shared_ptr<fcl::BVHModel<fcl::OBBRSSd>> modelOf(const Body& body) {
  auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
  std::vector<fcl::Vector3d> vertices;
  std::vector<fcl::Triangle> triangles;
  for (std::size_t i = 0; i < body.positions.size(); i += 3)
    vertices.emplace_back(body.positions[i], body.positions[i + 1], body.positions[i + 2]);
  for (std::size_t i = 0; i < body.faces.size(); i += 3)
    triangles.emplace_back(body.faces[i], body.faces[i + 1], body.faces[i + 2]);
  model->beginModel();
  model->addSubModel(vertices, triangles);
  model->endModel();
  return model;
}

int main() {
  const auto bone = modelOf(Body("bone.txt")), tool = modelOf(Body("tool.txt"));
  const std::vector<double> poses = posesOf("poses.txt");
#include "page.inc"
}
