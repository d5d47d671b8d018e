// A point in the tool's own frame ↔ the bone's frame, under a pose in fixed point.

// Tool frame → bone frame. For a vertex of the tool, the error is at most TOOL_ERROR.
fn posePoint(pose: Pose, x: vec3i) -> vec3i {
  return vec3i(
    mulQ30(vec3i(pose.forward00, pose.forward01, pose.forward02), x) + pose.translationX,
    mulQ30(vec3i(pose.forward10, pose.forward11, pose.forward12), x) + pose.translationY,
    mulQ30(vec3i(pose.forward20, pose.forward21, pose.forward22), x) + pose.translationZ,
  );
}

// Bone frame → tool frame. If `p` has the error e, the result has at most toolFrameError(e). The result is clamped to
// ±2^30 units: this moves it no farther from any point of the tool, and keeps differences from its vertices below 2^31.
fn toolFramePoint(pose: Pose, p: vec3i) -> vec3i {
  let d = p - vec3i(pose.translationX, pose.translationY, pose.translationZ);
  let x = vec3i(
    mulQ30(vec3i(pose.inverse00, pose.inverse01, pose.inverse02), d),
    mulQ30(vec3i(pose.inverse10, pose.inverse11, pose.inverse12), d),
    mulQ30(vec3i(pose.inverse20, pose.inverse21, pose.inverse22), d),
  );
  return clamp(x, vec3i(-UNITS_PER_WIDTH), vec3i(UNITS_PER_WIDTH));
}
