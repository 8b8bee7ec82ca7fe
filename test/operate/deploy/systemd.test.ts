/** The systemd unit: its settings exist, its command exists, and systemd finds it hardened where it is installed. */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { codeBlocks, sectionOf } from '../../support/documents.ts';
import { folderOfTest } from '../../support/folders.ts';
import { root } from './dockerfile.ts';
import { settingNames } from './setting-names.ts';
import { runTool } from './tools.ts';

const unit = readFileSync(join(root, 'server/operate/deploy/dx-booking@.service'), 'utf8');
const valuesOf = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

it('starts a program of the repository with settings that the server has', () => {
  const [command = ''] = valuesOf('ExecStart');
  const [program, , script = ''] = command.split(' ');
  expect(program).toBe('/usr/bin/node');
  expect(existsSync(join(root, script))).toBe(true);
  const names = valuesOf('Environment').map((each) => each.split('=')[0]);
  expect([...settingNames, 'NODE_ENV']).toEqual(expect.arrayContaining(names));
  const folder = `/var/lib/${valuesOf('StateDirectory')[0]}/`;
  expect(valuesOf('Environment')).toContainEqual(expect.stringContaining(`SQLITE_FILE=${folder}`));
});

const guide = (path: string) => readFileSync(join(root, path), 'utf8');

it('has the database in a file of settings too, where commands find it', () => {
  const [settings] = codeBlocks(sectionOf(guide('server/operate/deploy/README.md'), '## systemd'), 'env');
  const [, ofUnit] = valuesOf('Environment');
  expect(settings?.trim()).toBe(ofUnit?.replace('%i', 'a'));
});

it('gives a second instance ports that the first has in no guide', () => {
  const portsIn = (text: string) => [...text.matchAll(/\b[A-Z_]*PORT=(\d+)/g)].map(([, port]) => port);
  const [second = ''] = codeBlocks(sectionOf(guide('server/upgrade.md'), '### systemd'), 'env');
  const ofSecond = portsIn(second);
  expect(ofSecond).toHaveLength(3);
  const guides = globSync(['server/*.md', 'server/operate/**/*.md'], { cwd: root });
  const ofFirst = portsIn(guides.map(guide).join('\n').replace(second, ''));
  expect(ofFirst).toContain('9466');
  expect(ofFirst.filter((port) => ofSecond.includes(port))).toEqual([]);
});

it.each([
  ['DynamicUser', 'yes'],
  ['NoNewPrivileges', 'yes'],
  ['ProtectSystem', 'strict'],
  ['ProtectHome', 'yes'],
  ['PrivateTmp', 'yes'],
  ['CapabilityBoundingSet', ''],
  ['UMask', '0077'],
])('has %s=%s', (name, value) => {
  expect(valuesOf(name)).toEqual([value]);
});

it('passes the checks of systemd', (context) => {
  const folder = folderOfTest();
  const file = join(folder, 'dx-booking@.service');
  writeFileSync(file, unit.replace('/usr/bin/node', `"${process.execPath}"`));
  const verified = runTool(context, 'systemd-analyze', 'verify', file);
  expect(verified).toBe('');
  // From 0 to 10, times ten: systemd calls less than 2 "OK" and most services reach more than 9.
  runTool(context, 'systemd-analyze', 'security', '--offline=true', '--threshold=20', '--no-pager', file);
});
