import type { Translation } from '../translation.ts';

/** The German texts: `appointments`. */
const texts: Translation<'appointments'> = {
  appointments: {
    loading: 'Ihre Termine werden geladen …',
    resultsHeading: 'Ergebnisse sind da',
    upcomingHeading: 'Kommende Termine',
    pastHeading: 'Frühere Termine',
    noneUpcoming: 'Sie haben keine kommenden Termine.',
    none: 'Sie haben noch keine Termine.',

    unscheduledTitle: 'Noch keine Zeit angefragt',
    unscheduledText: 'Sie haben noch keinen Termin.',
    requestedTitle: 'Bestätigung steht noch aus',
    requestedText:
      'Das Team vor Ort sucht eine dieser Zeiten aus oder meldet sich bei Ihnen. Sie haben noch keinen Termin.',
    confirmedTitle: 'Bestätigt',
    canceledTitle: 'Abgesagt',
    refundedTitle: 'Geld erstattet',
    missedTitle: 'Als verpasst vermerkt',
    missedText: 'Wenn Sie da waren, wenden Sie sich bitte an das Team vor Ort.',
    resultsPendingTitle: 'Ergebnisse in Arbeit',
    resultsPendingText: 'Sie finden sie hier, sobald sie fertig sind.',
    resultsReadyTitle: 'Ergebnisse sind da',
    completedTitle: 'Abgeschlossen',
    unreadTitle: 'Gerade nicht verfügbar',
    unreadText:
      'Wir konnten diesen Termin nicht laden. Bitte sehen Sie in ein paar Minuten noch einmal nach.',
    unknownTitle: 'Stand nicht verfügbar',
    unknownText:
      'Wir können den Stand dieses Termins hier nicht anzeigen. Das Team vor Ort kann Ihnen mehr sagen.',

    firstChoice: '1. Wahl',
    otherChoices: 'Oder {times}',
    cityLine: '{city}, {state} {zip}',
    directions: 'Weg anzeigen (öffnet in neuem Tab)',
    orderDue: 'Eine Ärztin oder ein Arzt muss diesen Test bis {time} anordnen.',
    stale: 'Wir konnten gerade nicht prüfen, ob sich etwas geändert hat.',
    staleSince: 'Wir konnten gerade nicht prüfen, ob sich etwas geändert hat. Letzter Stand: {time}.',

    checkIn: 'Einchecken (öffnet in neuem Tab)',
    calendar: 'In den Kalender',
    calendarTitle: 'Termin: {clinic}',
    results: 'Ergebnisse ansehen',
    signedForm: 'Unterschriebenes Formular (PDF)',
    vo2Form: 'VO2-Formular für Arzt oder Ärztin (PDF)',
    reschedule: 'Zeit ändern',
    cancel: 'Termin absagen',
    cancelRequest: 'Anfrage zurückziehen',
    opening: 'Öffnen …',
    loadingShort: 'Laden …',
    saving: 'Speichern …',
    canceling: 'Wird abgesagt …',
    sending: 'Senden …',
    rescheduleElsewhere:
      'Wenn Sie die Zeit ändern möchten, wenden Sie sich bitte an das Unternehmen, bei dem Sie gebucht haben.',

    cancelHeading: 'Diesen Termin absagen?',
    cancelText: 'Sie verlieren dann diese Zeit. Das lässt sich nicht rückgängig machen.',
    cancelOrChange:
      'Sie verlieren dann diese Zeit. Das lässt sich nicht rückgängig machen, aber Sie können stattdessen die Zeit ändern.',
    cancelRequestHeading: 'Diese Anfrage zurückziehen?',
    cancelRequestText: 'Dann wird keine Ihrer Zeiten mehr bestätigt. Das lässt sich nicht rückgängig machen.',
    cancelRefund: 'Für eine Erstattung wenden Sie sich bitte an das Unternehmen, bei dem Sie gebucht haben.',
    keepAppointment: 'Termin behalten',
    keepRequest: 'Anfrage behalten',
    cancelReason: 'Grund (freiwillig)',
    reasonLimit: { one: 'Höchstens {count} Zeichen', other: 'Höchstens {count} Zeichen' },
    reasonLeft: { one: 'Noch {count} Zeichen', other: 'Noch {count} Zeichen' },
    lateHeading: 'Bis zu Ihrem Termin sind es weniger als 24 Stunden',
    lateCancelText:
      'Wenn Sie jetzt absagen, können Kosten auf Sie zukommen. Ihr Termin ist noch nicht abgesagt.',
    lateChangeText:
      'Wenn Sie die Zeit jetzt ändern, können Kosten auf Sie zukommen. Ihr Termin ist noch nicht geändert.',
    cancelAnyway: 'Trotzdem absagen',
    requestAnyway: 'Trotzdem anfragen',
    keepTime: 'Zeit behalten',

    moveHeading: 'Wählen Sie eine neue Zeit',
    moveText:
      'Wenn Sie eine neue Zeit anfragen, verlieren Sie die bisherige: {time}. Sie haben erst wieder einen Termin, wenn das Team vor Ort ihn bestätigt.',
    moveTextShort:
      'Wenn Sie eine neue Zeit anfragen, verlieren Sie die bisherige. Sie haben erst wieder einen Termin, wenn das Team vor Ort ihn bestätigt.',
    moveNone: 'Wählen Sie eine neue Zeit.',
    moveSend: 'Neue Zeit anfragen',
    moveUnavailable:
      'Wir können die freien Zeiten gerade nicht laden. An Ihrem Termin hat sich nichts geändert.',
    moveFull: 'Hier sind gerade keine anderen Zeiten frei. An Ihrem Termin hat sich nichts geändert.',
    tryAgain: 'Erneut versuchen',

    checkInReady: 'Sie können jetzt einchecken',
    checkInOpen: 'Check-in öffnen (in neuem Tab)',

    canceledNow: 'Ihr Termin ist abgesagt.',
    movedNow:
      'Anfrage gesendet. Sie haben erst wieder einen Termin, wenn das Team vor Ort eine neue Zeit bestätigt.',
    changeSending: 'Ihre Änderung wird gespeichert …',
    changeStalled:
      'Wir konnten Ihre Änderung noch nicht speichern. Sie können es einfach noch einmal versuchen.',
    changeTaken:
      'Eine Ihrer Zeiten wurde gerade vergeben. Bitte wählen Sie noch einmal. Ihr Termin bleibt, wie er war.',
    changeRefused: 'Wir konnten Ihre Änderung nicht ausführen. Ihr Termin bleibt, wie er war.',

    details: 'Mehr dazu',
    detailsOf: 'Mehr dazu: {test}',
    detailClinic: '{Clinic}',
    detailRequested: 'Angefragt',
    detailConfirmed: 'Bestätigt',
    detailFirstTime: 'Zuerst bestätigte Zeit',
    detailOrder: 'Ärztliche Anordnung',
    orderPending: 'Fehlt noch',
    orderProcessing: 'Wird geprüft',
    orderDone: 'Erledigt',
    orderSent: 'Gesendet am {date}',
    detailForm: 'Formular',
    formPending: 'Ärztliche Unterschrift fehlt noch',
    formSigned: 'Unterschrieben',
    detailReference: 'Vorgangsnummer',
    back: 'Zurück zu den Terminen',
  },
  results: {
    heading: 'Ergebnisse: {test}',
    advice: 'Fragen zu Ihren Ergebnissen? Sprechen Sie mit Ihrer Ärztin oder Ihrem Arzt.',
    none: 'Ihre Ergebnisse sind noch nicht da. Bitte sehen Sie später noch einmal nach.',
    more: 'Sie haben mehr Ergebnisse, als wir hier zeigen können.',
    numbered: '{name} {count}',
    range: 'Referenzbereich: {range}',
    rangeBetween: '{low} bis {high}',
    rangeFrom: '{low} oder mehr',
    rangeTo: '{high} oder weniger',
    unitBpm: 'Schläge pro Minute',
    unitKcalDay: 'Kilokalorien pro Tag',
    unitAgatston: 'Agatston-Einheiten',
    unitDeviations: 'Standardabweichungen',
    notGiven: 'Nicht angegeben',
    yes: 'Ja',
    no: 'Nein',
    unitOf: '{name} (Einheit)',
    rangeOf: '{name} (Bereich)',
    table: 'Als Tabelle zeigen',
    tableLabel: 'Ergebnisse als Tabelle',
    columnName: 'Name',
    columnValue: 'Wert',
    columnUnit: 'Einheit',
    columnRange: 'Referenzbereich',
    columnSection: 'Abschnitt',
    columnLow: 'Von',
    columnHigh: 'Bis',
    print: 'Drucken oder als PDF speichern',
    csv: 'Als Tabelle speichern (CSV)',
  },
};

/** By area and key. */
export default texts;
