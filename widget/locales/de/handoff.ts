import type { Translation } from '../translation.ts';

/** The German texts: `handoff`. */
const texts: Translation<'handoff'> = {
  handoff: {
    frame: 'Zeiten für Ihren Test anfragen',
    loading: 'Wird geladen',
    open: 'Weiter zur Terminseite',
    openTab: 'In neuem Tab öffnen',
    silent: 'Die Terminseite wird hier nicht angezeigt',
    silentText:
      'Versuchen Sie es noch einmal oder öffnen Sie die Seite in einem neuen Tab. Kommen Sie danach hierher zurück.',
    troubled: 'Auf der Terminseite ist etwas schiefgegangen',
    left: 'Sie haben die Terminseite verlassen',
    leftText: 'Sie können jederzeit dorthin zurück.',
    reopen: 'Terminseite wieder öffnen',
    blocked: 'Dieser Test lässt sich hier nicht buchen',
    blockedText:
      'Nach den Regeln für diesen Test ist er dort für Sie nicht möglich. Fragen Sie uns, was Sie stattdessen tun können.',
    confirm: 'Bestätigen Sie Ihre Zeiten',
    confirmText: 'Das machen Sie auf der Terminseite.',
    verifying: 'Wir prüfen Ihre Anfrage',
    verifyingText: 'Wir sehen nach, ob sie angekommen ist. Bitte lassen Sie diese Seite kurz offen.',
    stalled: 'Die Terminseite antwortet nicht',
    stalledText: 'Es geht nichts verloren. Sie können es einfach noch einmal versuchen.',
    refused: 'Das lässt sich so nicht anfragen',
    checkFields: 'Bitte prüfen Sie: {fields}.',
    first_name: 'Vorname',
    last_name: 'Nachname',
    phone: 'Telefonnummer',
    date_of_birth: 'Geburtsdatum',
    sex: 'Geschlecht',
    address_line_1: 'Straße und Hausnummer',
    city: 'Ort',
    state: 'Bundesstaat',
    postal_code: 'Postleitzahl',
    height_inches: 'Größe',
    weight_pounds: 'Gewicht',
    times: 'Zeiten',
    unseen: 'Ihre Anfrage ist noch nicht zu sehen',
    unseenText:
      'Haben Sie sie gesendet? Dann kann sie noch ankommen. Sehen Sie noch einmal nach, bevor Sie eine neue senden.',
    checkAgain: 'Noch einmal nachsehen',
    requested: 'Anfrage gesendet',
    requestedText: 'Das Team vor Ort bestätigt eine Ihrer Zeiten. Noch ist nichts gebucht.',
    confirmed: 'Ihr Termin ist bestätigt',
    canceled: 'Dieser Termin wurde abgesagt',
    completed: 'Dieser Termin ist abgeschlossen',
    otherState: 'Ihre Anfrage ist angekommen',
  },
};

/** By area and key. */
export default texts;
