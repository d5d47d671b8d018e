// Bodies and poses in files → what the lines of the engines' pages take. Numbers are separated by white space, each
// list preceded by its length.
#pragma once

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

template <class Number>
std::vector<Number> numbers(std::istream& in) {
  std::size_t length = 0;
  in >> length;
  std::vector<Number> list(length);
  for (Number& number : list) in >> number;
  return list;
}

/** mm, xyz per vertex; three vertices per face. */
struct Body {
  std::vector<double> positions;
  std::vector<int> faces;
  explicit Body(const std::string& file) {
    std::ifstream in(file);
    positions = numbers<double>(in);
    faces = numbers<int>(in);
  }
};

inline std::vector<double> posesOf(const std::string& file) {
  std::ifstream in(file);
  return numbers<double>(in);
}
