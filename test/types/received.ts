/** What is sent, as clients declare it: their types have mutable arrays; the bytes do not care. */
export type Received<T> = T extends readonly (infer Item)[]
  ? Received<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Received<T[Key]> }
    : T

export type Undeclared<Sent, Declared> = Exclude<keyof Sent, keyof Declared>
