/** Requests that wait for a turn which another request is about to commit. */
import { isOpen, type MockState } from '../src/scenario/state.ts'

interface Waiter {
  readonly turn: string
  readonly epoch: symbol
  readonly wake: () => void
}

export class TurnWaiters {
  #waiters: readonly Waiter[] = []

  /** Resolves when the turn is no longer open, or the state that it was open in is gone: who came first hears first. */
  ended({ epoch }: MockState, turn: string): Promise<void> {
    return new Promise((wake) => {
      this.#waiters = [...this.#waiters, { turn, epoch, wake }]
    })
  }

  /** Wakes those whose turn has ended in this state. */
  wake(state: MockState): void {
    if (this.#waiters.length === 0) return
    const waits = ({ turn, epoch }: Waiter): boolean => epoch === state.epoch && isOpen(state, turn)
    const woken = this.#waiters.filter((waiter) => !waits(waiter))
    this.#waiters = this.#waiters.filter(waits)
    for (const { wake } of woken) wake()
  }
}
