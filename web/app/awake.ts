// At the table the screen stays on: a device that is only looked at would go dark.

interface Lock {
  release(): Promise<void>;
}
interface Locks {
  request(kind: 'screen'): Promise<Lock>;
}
let wanted = false;
let lock: Promise<Lock | null> | null = null;

function ask(): void {
  const locks = (navigator as unknown as { wakeLock?: Locks }).wakeLock;
  if (locks && document.visibilityState === 'visible') lock = locks.request('screen').catch(() => null);
}
// A browser lets go of it when the page is hidden.
document.addEventListener('visibilitychange', () => {
  if (wanted) ask();
});

export function stayAwake(is: boolean): void {
  if (wanted === is) return;
  wanted = is;
  if (is) ask();
  else {
    void lock?.then(held => held?.release());
    lock = null;
  }
}
