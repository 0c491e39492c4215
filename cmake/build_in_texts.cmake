# Writes TO, a source with the files TEXTS, named from FROM: what tools/explanations/explanations.h calls the built-in texts.
file(WRITE ${TO}.new "#include \"tools/explanations/explanations.h\"\n\nnamespace roundhouse::cli {\nnamespace {\n\nconstexpr BuiltInText texts[] = {\n")
foreach(path IN LISTS TEXTS)
  file(READ ${FROM}/${path} text)
  file(APPEND ${TO}.new "    {\"${path}\", R\"built-in(${text})built-in\"},\n")
endforeach()
file(APPEND ${TO}.new "};\n\n}  // namespace\n\nstd::span<const BuiltInText> built_in_texts() { return texts; }\n\n}  // namespace roundhouse::cli\n")
file(RENAME ${TO}.new ${TO})
