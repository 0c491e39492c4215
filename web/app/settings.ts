// What is set for this device and has to be known before the first word: of a browser that keeps nothing it is as at first.

const key = (name: string): string => `roundhouse ${name}`;

export function setting(name: 'language' | 'keys'): string | null {
  try {
    return localStorage.getItem(key(name));
  } catch {
    return null;
  }
}

export function set(name: 'language' | 'keys', value: string): void {
  try {
    localStorage.setItem(key(name), value);
  } catch {
    // As at first.
  }
}
