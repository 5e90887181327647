/** Makes a value when it is first asked for: a schema costs milliseconds, which an import should not. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
