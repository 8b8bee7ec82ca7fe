/** A desktop without a screen, as a blind customer has it: Firefox, and Orca that writes what it says into a log. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Programs } from './programs.ts';

const screenReader = fileURLToPath(new URL('screen-reader.py', import.meta.url));

/** Nothing may cover the page: no first-run pages, no offers to keep passwords or addresses. */
const preferences = {
  'accessibility.force_disabled': -1,
  'browser.aboutwelcome.enabled': false,
  'browser.formfill.enable': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.translations.automaticallyPopup': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.formautofill.addresses.enabled': false,
  'signon.rememberSignons': false,
  'termsofuse.bypassNotification': true,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'ui.prefersReducedMotion': 1,
};

const startWithinMs = 30_000;

export class Desktop {
  readonly #programs: Programs;
  readonly #folder: string;
  readonly #children = new Set<ChildProcess>();
  #env: NodeJS.ProcessEnv = {};

  private constructor(programs: Programs, folder: string) {
    this.#programs = programs;
    this.#folder = folder;
    process.once('exit', () => this.#killAll());
  }

  /** Starts the display, the window manager and Orca. The caller stops it. */
  static async start(programs: Programs): Promise<Desktop> {
    const desktop = new Desktop(programs, await mkdtemp(join(tmpdir(), 'dx-heard-')));
    try {
      await desktop.#start();
    } catch (error) {
      await desktop.stop();
      throw error;
    }
    return desktop;
  }

  async #start(): Promise<void> {
    const [home, runtime] = [join(this.#folder, 'home'), join(this.#folder, 'runtime')];
    await mkdir(home);
    await mkdir(runtime, { mode: 0o700 });
    this.#env = {
      PATH: process.env.PATH,
      LANG: 'C.UTF-8',
      HOME: home,
      XDG_RUNTIME_DIR: runtime,
      GSETTINGS_BACKEND: 'memory',
      GNOME_ACCESSIBILITY: '1',
    };
    const display = this.#run('Xvfb', [
      '-displayfd',
      '1',
      '-screen',
      '0',
      '1280x1024x24',
      '-nolisten',
      'tcp',
    ]);
    this.#env.DISPLAY = `:${await firstLine(display)}`;
    const bus = this.#run('dbus-daemon', ['--session', '--nofork', '--print-address=1']);
    this.#env.DBUS_SESSION_BUS_ADDRESS = await firstLine(bus);
    this.#run('openbox');
    this.#run('python', [screenReader, this.#log]);
    await this.#until(async () => (await this.said()).length > 0, 'Orca says nothing');
  }

  get #log(): string {
    return join(this.#folder, 'orca.log');
  }

  /** Opens a page in a Firefox that fills the screen. */
  async browse(url: string): Promise<void> {
    const profile = join(this.#folder, 'profile');
    await mkdir(profile);
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
    );
    await writeFile(join(profile, 'user.js'), lines.join(''));
    this.#run('firefox-esr', ['--no-remote', '--profile', profile, '--kiosk', url]);
  }

  /** Everything that Orca has said, oldest first. */
  async said(): Promise<string[]> {
    const log = await readFile(this.#log, 'utf8').catch(() => '');
    return [...log.matchAll(/^[\d:.]+ - SPEECH OUTPUT: '(.*?)' ?(?:\{[^\n]*\})?$/gms)].map(([, text = '']) =>
      text.replace(/\s+/g, ' ').trim(),
    );
  }

  /** The size of Orca's log, which grows while Orca works. */
  async logSize(): Promise<number> {
    return (await readFile(this.#log).catch(() => Buffer.alloc(0))).length;
  }

  /** Presses a key, by its X11 name: `Tab`, `Return`, `shift+Tab`. */
  press = (key: string) => this.#xdotool('key', key);
  type = (text: string) => this.#xdotool('type', '--delay', '20', text);

  async #xdotool(...args: string[]): Promise<void> {
    await once(this.#run('xdotool', args), 'exit');
  }

  async stop(): Promise<void> {
    this.#killAll();
    await Promise.all(
      [...this.#children].map(
        (child) => child.exitCode === null && child.signalCode === null && once(child, 'exit'),
      ),
    );
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #run(program: keyof Programs, args: string[] = []): ChildProcess {
    // A group of its own, so that what it starts ends with it.
    const child = spawn(this.#programs[program], args, {
      env: this.#env,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    child.stdout?.resume();
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return child;
  }

  #killAll(): void {
    for (const { pid } of this.#children) {
      try {
        if (pid !== undefined) process.kill(-pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  }

  async #until(isTrue: () => Promise<boolean>, fault: string): Promise<void> {
    for (const deadline = Date.now() + startWithinMs; !(await isTrue()); await delay(100))
      if (Date.now() > deadline) throw new Error(fault);
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('no output');
  const [chunk] = await once(child.stdout, 'data');
  return String(chunk).trim();
}
