{{- define "dx-booking.labels" -}}
app.kubernetes.io/name: dx-booking
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "dx-booking.image" -}}
{{ required "image.repository is needed" .Values.image.repository }}@{{ required "image.digest is needed" .Values.image.digest }}
{{- end }}

{{/* The settings of a container. */}}
{{- define "dx-booking.env" -}}
{{- $proxies := required "settings.TRUSTED_PROXIES is needed: the addresses of your ingress" .Values.settings.TRUSTED_PROXIES -}}
env:
  - name: METRICS_PORT
    value: '9464'
  - name: METRICS_HOST
    value: 0.0.0.0
  {{- if .Values.hooks }}
  - name: HOOKS_MODULE
    value: /hooks/hooks.mjs
  {{- end }}
  {{- range $name, $value := .Values.settings }}
  - name: {{ $name }}
    {{- /* A number of a file of values is a float: `quote` alone would write 10000000 as 1e+07. */}}
    value: {{ kindIs "string" $value | ternary $value (toJson $value) | quote }}
  {{- end }}
envFrom:
  - secretRef:
      name: {{ .Values.secret }}
{{- end }}

{{- define "dx-booking.mounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: files, mountPath: /hooks/hooks.mjs, subPath: hooks.mjs, readOnly: true }
- { name: files, mountPath: /tls/ca.crt, subPath: ca.crt, readOnly: true }
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "dx-booking.volumes" -}}
- name: tmp
  emptyDir: {}
- name: files
  configMap:
    name: {{ .Release.Name }}-files
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "dx-booking.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* What each pod has. */}}
{{- define "dx-booking.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
