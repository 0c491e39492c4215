# Copies HEADERS from FROM to TO; what they include of each other is looked for below <roundhouse/>.
file(REMOVE_RECURSE ${TO})
foreach(header IN LISTS HEADERS)
  file(READ ${FROM}/${header} text)
  string(REGEX REPLACE "#include \"((dsl|engine|replay)/[^\"]*)\"" "#include <roundhouse/\\1>" text "${text}")
  file(WRITE ${TO}/${header} "${text}")
endforeach()
