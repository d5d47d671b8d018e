"""kerf for ROS 2."""
