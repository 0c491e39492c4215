# validate.py SCHEMA FILE...: says of each rule file whether the schema takes it, one line a file:
# "taken FILE", or "refused FILE" and the places that it refuses. YAML is read as editors read it, by the core
# schema of YAML 1.2.
import re
import sys
import json

import jsonschema
import yaml


class CoreLoader(yaml.SafeLoader):
    pass


CoreLoader.yaml_implicit_resolvers = {}
for tag, form, first in [
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF"),
    ("int", r"^[-+]?[0-9]+$", "-+0123456789"),
    ("float", r"^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)(?:[eE][-+]?[0-9]+)?$", "-+.0123456789"),
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
]:
    CoreLoader.add_implicit_resolver("tag:yaml.org,2002:" + tag, re.compile(form), list(first))


def with_text_keys(value):
    if isinstance(value, dict):
        return {str(key): with_text_keys(part) for key, part in value.items()}
    if isinstance(value, list):
        return [with_text_keys(part) for part in value]
    return value


schema = json.load(open(sys.argv[1]))
validator = jsonschema.Draft7Validator(schema)
validator.check_schema(schema)
for name in sys.argv[2:]:
    value = with_text_keys(yaml.load(open(name, encoding="utf-8"), CoreLoader))
    places = sorted({"/".join(str(part) for part in error.absolute_path) for error in validator.iter_errors(value)})
    print("refused" if places else "taken", name, *places)
