/** How many frames each of these begins: so many on the first of a batch, and 0 on the others. */
export function batchMarks(batches: readonly number[] | null): (place: number) => number | undefined {
  if (batches === null) return () => undefined
  const firsts = new Map<number, number>()
  let start = 0
  for (const size of batches) {
    firsts.set(start, size)
    start += size
  }
  return (place) => firsts.get(place) ?? 0
}
