// Added to the loader that emscripten writes: a request of any length goes in through memory of its own.
Module['call'] = function (request) {
  var bytes = lengthBytesUTF8(request) + 1;
  var at = _malloc(bytes);
  try {
    stringToUTF8(request, at, bytes);
    return UTF8ToString(_roundhouse_call(at));
  } finally {
    _free(at);
  }
};
