declare module 'virtual:document-blocks' {
  export const blocks: readonly {
    /** The document and the line. */
    readonly name: string
    readonly promised: readonly string[]
    readonly registersTests: boolean
    /** `null`: only type-checked. */
    readonly load: (() => Promise<unknown>) | null
  }[]
}
