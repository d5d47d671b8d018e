// bone.txt, tool.txt, poses.txt → results.jsonl, by the code of examples/engines/bullet.md, which is page.inc.

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>

#include "bodies.hpp"

struct Shape {
  std::vector<btScalar> positions;
  std::vector<int> faces;
  btTriangleIndexVertexArray mesh;
  btGImpactMeshShape shape;
  explicit Shape(const Body& body)
      : positions(body.positions.begin(), body.positions.end()),
        faces(body.faces),
        mesh(static_cast<int>(faces.size() / 3), faces.data(), 3 * sizeof(int), static_cast<int>(positions.size() / 3),
             positions.data(), 3 * sizeof(btScalar)),
        shape(&mesh) {
    shape.setMargin(0);
    shape.updateBound();
  }
};

int main() {
  Shape boneShape{Body("bone.txt")}, toolShape{Body("tool.txt")};
  const std::vector<double> poses = posesOf("poses.txt");
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broadphase;
  btCollisionWorld world(&dispatcher, &broadphase, &configuration);
  btCollisionObject bone, tool;
  bone.setCollisionShape(&boneShape.shape);
  tool.setCollisionShape(&toolShape.shape);
  world.addCollisionObject(&bone);
  world.addCollisionObject(&tool);
#include "page.inc"
  world.removeCollisionObject(&tool);
  world.removeCollisionObject(&bone);
}
