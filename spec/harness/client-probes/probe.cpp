// Requests, one line of JSON each → every answer that the C++ client receives, one line of JSON each, arrays as lists.

#include <iostream>

#include "kerf_client.hpp"

using kerf::Json;

template <typename T>
static std::vector<T> numbersOf(const Json& list) {
  std::vector<T> numbers;
  for (const Json& item : std::get<kerf::List>(list.value))
    numbers.push_back(static_cast<T>(std::get<double>(item.value)));
  return numbers;
}

static kerf::Array arrayOf(const Json& described) {
  const std::string& type = std::get<std::string>(described.find("type")->value);
  const Json& values = *described.find("values");
  if (type == "f32") return numbersOf<float>(values);
  if (type == "f64") return numbersOf<double>(values);
  if (type == "u8") return numbersOf<std::uint8_t>(values);
  return numbersOf<std::uint32_t>(values);
}

static void print(const kerf::Answer& answer) {
  kerf::Object shown = std::get<kerf::Object>(answer.members.value);
  for (const auto& [name, array] : answer.arrays)
    std::visit(
        [&shown, &name = name](const auto& numbers) {
          kerf::List list;
          for (const auto number : numbers) list.push_back(static_cast<double>(number));
          shown.emplace_back(name, list);
        },
        array);
  std::cout << Json(shown).write() << '\n';
}

int main(int, char** words) {
  kerf::Client client(words[1], std::stoi(words[2]), words[3]);
  std::string line;
  while (std::getline(std::cin, line)) {
    const Json request = Json::read(line);
    kerf::Arrays arrays;
    for (const auto& [name, described] : std::get<kerf::Object>(request.find("arrays")->value))
      arrays[name] = arrayOf(described);
    const std::string& type = std::get<std::string>(request.find("type")->value);
    try {
      const int id = client.send(type, std::get<kerf::Object>(request.find("members")->value), arrays);
      for (bool isLast = false; !isLast;) {
        const kerf::Answer answer = client.answerOf(id);
        isLast = answer.members.find("seq") == nullptr || answer.members.find("done") != nullptr;
        print(answer);
      }
    } catch (const kerf::Error& error) {
      std::cout << Json(kerf::Object{{"code", error.code}, {"message", std::string(error.what())}}).write() << '\n';
    }
  }
}
