/** The doc comments of the public interfaces, so that an editor shows them for a field of JSON as it does for one of TypeScript. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

interface InterfaceComments {
  readonly fields: ReadonlySet<string>
  readonly comments: ReadonlyMap<string, string>
}

/** Finds the comments of the interface that has exactly these fields; none, when no interface has. */
export function fieldComments(folder: string): (fields: readonly string[]) => ReadonlyMap<string, string> {
  const interfaces = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => readInterfaces(readFileSync(path.join(folder, file), 'utf8')))
  return (fields) => {
    const found = interfaces.find(
      (candidate) => candidate.fields.size === fields.length && fields.every((field) => candidate.fields.has(field)),
    )
    return found?.comments ?? new Map()
  }
}

function readInterfaces(source: string): readonly InterfaceComments[] {
  return [...source.matchAll(/^export interface \w+ \{\n(.*?)^\}/gms)].map(([, body = '']) => {
    const members = [...body.matchAll(/(?:^ {2}\/\*\*(.*?)\*\/\n)?^ {2}(\$?\w+)\??: /gms)]
    return {
      fields: new Set(members.map(([, , field = '']) => field)),
      comments: new Map(
        members.flatMap(([, comment, field = '']) => (comment === undefined ? [] : [[field, plain(comment)]])),
      ),
    }
  })
}

/** Without the stars and the backticks. */
function plain(comment: string): string {
  return comment
    .replace(/^ *\* ?/gm, '')
    .replaceAll('`', '')
    .replace(/\s+/g, ' ')
    .trim()
}
