/**
 * Finds a Chromium for the browser tests, and gets one where it can. Imported, it only looks; run by `pretest`, it makes
 * sure that there is one: a browser that is installed, else the one from the npm registry (Linux, x64), else
 * Playwright's own. It runs apt only when MSW_LLM_APT=1 asks for it.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = path.resolve(import.meta.dirname, '../..')
const cache = path.join(root, 'node_modules', '.cache', 'chromium')
/** Its binary comes inside the package, so no other host than the registry is asked. */
const packagedBrowser = '@sparticuz/chromium@153.0.0'

/** Without these Chromium asks its vendor's hosts at every start. Playwright itself adds --no-sandbox. */
export const chromiumArgs: string[] = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
]

/** The path of a browser, or `undefined`. */
export function findChromium(): string | undefined {
  const found = candidates().find((file) => existsSync(file))
  if (found !== undefined) return found
  const wrapper = path.join(cache, 'run-chromium')
  return existsSync(wrapper) ? wrapper : undefined
}

function candidates(): string[] {
  const named = [process.env['CHROMIUM_PATH'], process.env['CHROME_PATH']].filter((file) => file !== undefined)
  if (process.platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge']
    return [
      ...named,
      ...['/Applications', path.join(homedir(), 'Applications')].flatMap((folder) =>
        apps.map((app) => path.join(folder, `${app}.app`, 'Contents', 'MacOS', app)),
      ),
    ]
  }
  if (process.platform === 'win32') {
    const folders = [process.env['PROGRAMFILES'], process.env['PROGRAMFILES(X86)'], process.env['LOCALAPPDATA']]
    const programs = [
      'Google/Chrome/Application/chrome.exe',
      'Chromium/Application/chrome.exe',
      'Microsoft/Edge/Application/msedge.exe',
    ]
    return [
      ...named,
      ...folders.flatMap((folder) =>
        folder === undefined ? [] : programs.map((program) => path.join(folder, program)),
      ),
    ]
  }
  const commands = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable']
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  return [...named, ...folders.flatMap((folder) => commands.map((command) => path.join(folder, command)))]
}

function run(command: string, args: readonly string[], env: Record<string, string> = {}): boolean {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...env },
  })
  return status === 0
}

async function getChromium(): Promise<void> {
  if (process.env['MSW_LLM_APT'] === '1' && installFromDebian()) return
  if (process.platform === 'linux' && process.arch === 'x64' && (await fetchPackagedBrowser())) return
  run('npx', ['playwright-core', 'install', 'chromium'])
}

function installFromDebian(): boolean {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  console.log('No Chromium found: installing it with apt-get')
  return (
    run('apt-get', ['update', '-qq'], env) &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], env)
  )
}

async function fetchPackagedBrowser(): Promise<boolean> {
  console.log(`No Chromium found: fetching ${packagedBrowser} from the npm registry`)
  const install = ['install', '--no-save', '--no-package-lock', '--ignore-scripts', '--prefix', cache, packagedBrowser]
  if (!run('npm', install)) return false
  // It unpacks into TMPDIR, and with this variable set also the libraries that a bare system lacks (libnss3).
  process.env['TMPDIR'] = cache
  process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs24.x'
  const entry = path.join(cache, 'node_modules', '@sparticuz', 'chromium', 'build', 'index.js')
  const packaged = (await import(pathToFileURL(entry).href)) as { default: { executablePath(): Promise<string> } }
  await packaged.default.executablePath()
  // With no font at all Chromium dies at the first <input>, and the package's own fonts.conf names a temporary folder.
  const folders = [path.join(cache, 'fonts', 'fonts'), '/usr/share/fonts']
    .map((folder) => `<dir>${folder}</dir>`)
    .join('')
  const fontCache = `<cachedir>${path.join(cache, 'fonts', 'cache')}</cachedir>`
  writeFileSync(
    path.join(cache, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${folders}${fontCache}</fontconfig>\n`,
  )
  const variables = 'LD_LIBRARY_PATH="$here/al2023/lib" FONTCONFIG_FILE="$here/fonts.conf"'
  const script = `#!/bin/sh\nhere=$(dirname "$0")\nexport ${variables}\nexec "$here/chromium" "$@"\n`
  writeFileSync(path.join(cache, 'run-chromium'), script, { mode: 0o755 })
  rmSync(path.join(cache, 'node_modules'), { recursive: true, force: true })
  return true
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (findChromium() === undefined) await getChromium()
  const found = findChromium()
  console.log(
    found === undefined ? "Browser tests: no Chromium found; Playwright's own is tried" : `Browser tests use ${found}`,
  )
}
