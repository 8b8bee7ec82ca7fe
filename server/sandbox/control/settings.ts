/** GET and PATCH /sandbox/settings: reads and changes the settings. */
import { settings } from '../settings.ts';
import { type ControlRoute, parse } from './control-route.ts';

/** The routes of the settings. */
export const settingsRoutes: ControlRoute[] = [
  { method: 'GET', path: '/sandbox/settings', handler: (_request, state) => state.settings },
  {
    method: 'PATCH',
    path: '/sandbox/settings',
    handler: ({ body }, state) => Object.assign(state.settings, parse(settings.partial(), body)),
  },
];
