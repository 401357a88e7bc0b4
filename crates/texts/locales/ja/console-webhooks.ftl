# The console: webhooks.

webhooks-title = Webhook
webhooks-lead = Webhook は、ポータルでの出来事をお使いのプログラムに通知します。
webhooks-create = Webhook を作成
webhooks-none = Webhook はまだありません
webhooks-none-help = 作成してから、ポータルに追加してください。
webhooks-name = 名前
webhooks-state = 状態
webhooks-on = オン
webhooks-off = オフ
webhooks-url = URL
webhooks-url-help = 保存時に一度呼び出し、テストします。
webhooks-url-missing = URL を入力してください。
webhooks-url-no-address = URL ではありません。https:// で始まります。
webhooks-url-scheme = http または https の URL を使用してください。
webhooks-url-user = URL からユーザー名とパスワードを削除し、ヘッダーで送信してください。
webhooks-events = イベント
webhooks-events-missing = イベントを 1 つ以上選択してください。
webhooks-event = イベント
webhooks-event-package-created = アップロード開始
webhooks-event-package-finalized = アップロード完了
webhooks-event-quota-near = 上限に接近
webhooks-event-quota-reached = 上限に到達
webhooks-event-webhook-test = テストイベント
webhooks-event-id = イベント ID
webhooks-portals = ポータル
webhooks-portal-count = { $count ->
   *[other] { $count } 件のポータル
}
webhooks-attached = { $count ->
   *[other] { $count } 件のポータルで使用中
}
webhooks-method = メソッド
webhooks-headers = ヘッダー
webhooks-headers-help = 認証などのため、配信のたびに送信されます。保存した値は再表示されません。
webhooks-extras = 追加の値
webhooks-extras-help = 各イベントの本文に body_extras として加えられます。
webhooks-value = 値
webhooks-pair-name = { $list }：名前 { $number }
webhooks-pair-value = { $list }：値 { $number }
webhooks-pair-remove = { $list }：{ $number } 行目を削除
webhooks-pair-add = 行を追加
webhooks-names-doubled = この名前はすでに使用されています。
webhooks-active = イベントを送信
webhooks-active-help = オフの間は、イベントは送信も保存もされません。
webhooks-made = Webhook を作成しました
webhooks-made-lead = 今すぐシークレットをコピーし、Webhook をポータルに追加してください。
webhooks-secret = 署名シークレット
webhooks-secret-help = イベントの送信元を確認するために、プログラムで使用します（Standard Webhooks）。
webhooks-secret-kept = シークレットを保存しました
webhooks-settings = 設定
webhooks-saved = Webhook を保存しました。
webhooks-test = テストイベントを送信
webhooks-tested = テストイベントを送信しました。配信をご覧ください。
webhooks-more = その他
webhooks-rotate = シークレットを置き換える
webhooks-rotate-body = 24 時間は両方のシークレットで署名されます。その後、古いものは使えなくなります。
webhooks-rotate-do = 新しいシークレットを作成
webhooks-rotated = 新しいシークレット
webhooks-rotated-help = 24 時間以内にプログラムで使用してください。
webhooks-delete-title = この Webhook を削除しますか？
webhooks-delete-body = { $count ->
   *[other] この操作は元に戻せません。今後イベントは送信されず、{ $count } 件のポータルから削除されます。
}
webhooks-deleted = Webhook を削除しました。
webhooks-deliveries = 配信
webhooks-deliveries-help = 過去 30 日の新しい 500 件です。各イベントは最大 5 回送信されます。
webhooks-no-deliveries = 配信はまだありません
webhooks-no-deliveries-help = テストイベントを送信し、プログラムが応答するか確認してください。
webhooks-delivery-pending = 待機中
webhooks-delivery-delivered = 配信済み
webhooks-delivery-exhausted = 失敗
webhooks-answer = 最後の応答
webhooks-status = ステータス { $status }
webhooks-attempts = 試行
webhooks-no-attempts = まだ試行していません。
webhooks-last-attempt = 最後の試行
webhooks-next-attempt = 次の試行
webhooks-package = パッケージ
webhooks-redeliver = 再送信
webhooks-redelivering = イベントを再送信します。
