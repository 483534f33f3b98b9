// Has the command /deploy, asks where to with a select and a button, and answers what is chosen. See README.md.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"github.com/gorilla/websocket"
	"log"
	"math"
	"math/rand"
	"net/http"
	"os"
	"strings"
	"time"
)

const commands = `{"commands": [{"name": "deploy", "description": "Deploys a version", "options": [
	{"name": "version", "description": "Which one", "type": "string", "required": true}]}]}`

// A row is one select, or up to five buttons.
var components = json.RawMessage(`[{"components": [{"type": "select", "id": "place", "placeholder": "Where to?", "choices": [
	{"value": "staging", "label": "staging"}, {"value": "production", "label": "production"}]}]},
	{"components": [{"type": "button", "id": "cancel", "label": "Cancel", "style": "secondary"}]}]`)

var url, token = os.Getenv("PALAVER_URL"), os.Getenv("PALAVER_TOKEN")
var cursor = -1.0    // the position; -1 while it is unknown
var failures float64 // in a row

type interaction struct {
	Id, Kind, ComponentId string
	Options               map[string]any
	Values                []string
	Seq                   float64
	Superseded            any
	Channels              []struct{ Seq float64 } // of `subscribed`
}

func call(method, path string, body []byte, key string) (data struct{ Id string }, err error) {
	request, _ := http.NewRequest(method, url+path, bytes.NewReader(body))
	request.Header = http.Header{"Authorization": {"Bearer " + token}, "Content-Type": {"application/json"}}
	if key != "" { // The same in each attempt, so that the answer is given once.
		request.Header.Set("Idempotency-Key", key)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return data, err
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		return data, fmt.Errorf("%s %s was answered with %s", method, path, response.Status)
	}
	answer := struct{ Data any }{&data}
	return data, json.NewDecoder(response.Body).Decode(&answer)
}

// answerTo makes a message in the channel, or with `ephemeral` a text for who asked alone.
func answerTo(asked interaction) map[string]any {
	if asked.Kind == "command" {
		return map[string]any{"content": fmt.Sprintf("Deploy %v?", asked.Options["version"]), "components": components}
	} else if asked.ComponentId == "cancel" {
		return map[string]any{"content": "Nothing is deployed.", "ephemeral": true}
	}
	return map[string]any{"content": fmt.Sprintf("Deploying to %s.", asked.Values[0])}
}

// receive handles one frame. An error ends the connection, and the next one goes on from the cursor.
func receive(socket *websocket.Conn, bot string) (err error) {
	var frame struct {
		Type string
		Data interaction
	}
	if err = socket.ReadJSON(&frame); err != nil {
		return err
	}
	if frame.Type == "ready" { // What a bot is asked comes in the stream with its own id.
		data := map[string]any{"channelIds": []string{bot}}
		if cursor >= 0 {
			data["since"] = map[string]any{bot: cursor}
		}
		err = socket.WriteJSON(map[string]any{"type": "subscribe", "data": data})
	} else if frame.Type == "subscribed" && cursor < 0 {
		cursor = frame.Data.Channels[0].Seq // Who sees the command is heard.
		_, err = call("PUT", "/api/bots/"+bot+"/commands", []byte(commands), "")
	} else if frame.Type == "interaction.created" && frame.Data.Superseded == nil {
		body, _ := json.Marshal(answerTo(frame.Data))
		_, err = call("POST", "/api/interactions/"+frame.Data.Id+"/response", body, "answer-"+frame.Data.Id)
	}
	if err == nil && frame.Data.Seq > 0 {
		cursor, failures = frame.Data.Seq, 0
	}
	return err
}

func main() {
	bot, err := call("GET", "/api/users/me", nil, "")
	if err != nil {
		log.Fatal(err)
	}
	for ; ; failures++ {
		socket, response, err := websocket.DefaultDialer.Dial(strings.Replace(url, "http", "ws", 1)+"/api/ws", http.Header{"Authorization": {"Bearer " + token}})
		for err == nil {
			err = receive(socket, bot.Id)
		}
		if log.Print(err); websocket.IsCloseError(err, 4401) || response != nil && response.StatusCode == 401 {
			return // The token is not valid any more.
		}
		least := map[bool]float64{true: 2}[websocket.IsCloseError(err, 1012)] // The service restarts.
		time.Sleep(time.Duration(rand.Float64() * math.Max(least, math.Min(30, math.Exp2(failures-2))) * float64(time.Second)))
	}
}
